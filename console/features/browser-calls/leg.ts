/**
 * A browser on a call: it hears the call, and the call hears it. `joinLeg` promises:
 *
 * J1. `onState` receives `joining` first; after `ended` or `failed` it receives nothing.
 * J2. A leg whose connection was lost rejoins with a new grant while the call is live, for up to half a minute;
 *     meanwhile its state is `joining`.
 * J3. The microphone is requested when it is needed: at the start of a test call, otherwise by the first `takeOver`. It
 *     is released with the leg.
 */
import { ApiProblem, callApi } from '../../api/client.js';
import { joinAudio, type LegAudio, type LegLevels } from './audio.js';
import { type Line, LineRefused, openLine } from './line.js';
import { openMicrophone } from './microphone.js';
import { LegProblem, type LegProblemFacts, ownProblem } from './problem.js';
import type { LegEndReason, LegError, LegPurpose, LegSpeaker } from './signalling.js';

/** A grant of the API: for one call, one purpose, one use, within a minute. */
export interface LegGrant {
  readonly callId: string;
  readonly leg: { readonly purpose: LegPurpose; readonly token: string; readonly signallingPath: string };
}

export type LegState =
  | { readonly type: 'joining' }
  /** The party that speaks to the customer; `other` is another person who has taken over. */
  | { readonly type: 'joined'; readonly speaker: LegSpeaker }
  | { readonly type: 'ended'; readonly reason: 'call_ended' | 'left' }
  | { readonly type: 'failed'; readonly problem: LegProblemFacts };

export interface LegOptions {
  readonly businessId: string;
  readonly onState: (state: LegState) => void;
}

export interface Leg {
  /** Mutes the microphone; initially it is not muted. */
  setMuted(muted: boolean): void;
  /** The customer hears this microphone instead of the agent. @throws LegProblem with the microphone's or the API's code */
  takeOver(): Promise<void>;
  /** The agent continues, knowing what was said and `note`. @throws LegProblem */
  handBack(note: string): Promise<void>;
  /** Presses a telephone key in a test call: 0 to 9, * or #. */
  pressKey(digit: string): void;
  /** For meters; cheap enough to call on each frame of the screen. */
  levels(): LegLevels;
  /** Leaves the call: a test call is hung up, other calls continue. Idempotent. */
  close(): void;
}

/** Joins a call. Errors are reported as a state, not thrown. */
export const joinLeg = (grant: LegGrant, options: LegOptions): Leg => new BrowserLeg(grant, options);

/** Waits before each attempt to rejoin, ms: half a minute in all. */
const REJOIN_DELAYS_MS = [0, 500, 1_000, 2_000, 4_000, 8_000, 15_000] as const;
/** A call that has ended or does not exist is not rejoined. */
const ENDED_CODES: ReadonlySet<string> = new Set(['call_not_live', 'call_not_found', 'call_already_ended']);
const SILENCE: LegLevels = { me: 0, agent: 0, customer: 0 };

class BrowserLeg implements Leg {
  readonly #options: LegOptions;
  readonly #callId: string;
  readonly #purpose: LegPurpose;
  #line: Line | null = null;
  #audio: LegAudio | null = null;
  #microphone: MediaStreamTrack | null = null;
  #muted = false;
  #hasEnded = false;

  constructor({ callId, leg }: LegGrant, options: LegOptions) {
    this.#options = options;
    this.#callId = callId;
    this.#purpose = leg.purpose;
    this.#emit({ type: 'joining' });
    void this.#joinFirst(leg);
  }

  setMuted(muted: boolean): void {
    this.#muted = muted;
    if (this.#microphone !== null) this.#microphone.enabled = !muted;
  }

  async takeOver(): Promise<void> {
    const audio = this.#audio;
    if (audio === null || this.#line === null) throw ownProblem('connection_lost');
    if (this.#microphone === null) await audio.speak(await this.#openMicrophone());
    await this.#line.request({ type: 'take_over' });
  }

  async handBack(note: string): Promise<void> {
    if (this.#line === null) throw ownProblem('connection_lost');
    await this.#line.request({ type: 'hand_back', note });
  }

  pressKey(digit: string): void {
    this.#line?.send({ type: 'press_key', digit });
  }

  levels(): LegLevels {
    return this.#audio?.levels() ?? SILENCE;
  }

  close(): void {
    this.#line?.send({ type: 'leave' });
    this.#end({ type: 'ended', reason: 'left' });
  }

  #emit(state: LegState): void {
    if (!this.#hasEnded) this.#options.onState(state);
  }

  /** J1, J3 */
  #end(state: Extract<LegState, { readonly type: 'ended' | 'failed' }>): void {
    if (this.#hasEnded) return;
    this.#emit(state);
    this.#hasEnded = true;
    this.#release();
    this.#microphone?.stop();
  }

  #release(): void {
    this.#audio?.close();
    this.#audio = null;
    this.#line?.close();
    this.#line = null;
  }

  async #openMicrophone(): Promise<MediaStreamTrack> {
    const track = await openMicrophone();
    if (this.#hasEnded) {
      track.stop();
      throw ownProblem('connection_lost');
    }
    track.enabled = !this.#muted;
    this.#microphone = track;
    return track;
  }

  async #joinFirst({ token, signallingPath }: LegGrant['leg']): Promise<void> {
    try {
      if (this.#purpose === 'test') await this.#openMicrophone();
      await this.#join(signallingPath, token);
    } catch (error) {
      await this.#afterFailure(error);
    }
  }

  /** @throws LegProblem */
  async #join(path: string, token: string): Promise<void> {
    const line = await openLine(path, token);
    if (this.#hasEnded) return line.close();
    this.#line = line;
    const audio = await joinAudio(line, () => void this.#rejoin());
    if (this.#hasEnded) return audio.close();
    this.#audio = audio;
    if (this.#microphone !== null) await audio.speak(this.#microphone);
    line.listen({
      onState: ({ speaker }) => this.#emit({ type: 'joined', speaker }),
      onEnd: (reason, error) => void this.#afterEnd(reason, error),
    });
  }

  async #afterFailure(error: unknown): Promise<void> {
    if (error instanceof LineRefused) return this.#afterEnd(error.reason, error);
    if (error instanceof LegProblem && error.code === 'connection_lost') return this.#rejoin();
    if (error instanceof LegProblem || error instanceof ApiProblem)
      return this.#end({ type: 'failed', problem: error });
    this.#end({ type: 'failed', problem: ownProblem('connection_failed') });
    throw error;
  }

  async #afterEnd(reason: LegEndReason, error: LegError | null): Promise<void> {
    switch (reason) {
      case 'call_ended':
      case 'left':
        return this.#end({ type: 'ended', reason });
      case 'lost':
      case 'stopping':
        return this.#rejoin();
      case 'access_ended':
        return this.#end({ type: 'failed', problem: ownProblem('access_ended') });
      case 'refused':
        // The permission prompt for the microphone may have outlasted the grant.
        if (error?.code === 'leg_token_invalid') return this.#rejoin();
        return this.#end({
          type: 'failed',
          problem: error === null ? ownProblem('refused') : new LegProblem(error.code, error.message),
        });
      default:
        return reason satisfies never;
    }
  }

  /** J2 */
  async #rejoin(): Promise<void> {
    if (this.#hasEnded) return;
    this.#release();
    this.#emit({ type: 'joining' });
    for (const delayMs of REJOIN_DELAYS_MS) {
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      if (this.#hasEnded) return;
      const hasRejoined = await this.#tryRejoin();
      if (hasRejoined || this.#hasEnded) return;
    }
    this.#end({ type: 'failed', problem: ownProblem('connection_lost') });
  }

  /** Whether the leg is on the call again, or has finished. */
  async #tryRejoin(): Promise<boolean> {
    try {
      const { leg } = await callApi('openLeg', {
        path: { callId: this.#callId },
        body: { businessId: this.#options.businessId, purpose: this.#purpose },
      });
      await this.#join(leg.signallingPath, leg.token);
      return true;
    } catch (error) {
      this.#release();
      if (error instanceof ApiProblem && error.code !== 'no_answer') {
        this.#end(
          ENDED_CODES.has(error.code)
            ? { type: 'ended', reason: 'call_ended' }
            : { type: 'failed', problem: error },
        );
        return true;
      }
      if (
        error instanceof LineRefused &&
        (error.reason === 'call_ended' || error.reason === 'access_ended')
      ) {
        await this.#afterEnd(error.reason, error);
        return true;
      }
      return false;
    }
  }
}
