import t from 'tap';
import { loadFlite, warmUp } from '../../../../../providers/speech/offline/flite/engine.js';

t.test('the engine is warmed up with one English sentence in a voice of its own', async (t) => {
  const engine = await loadFlite();
  const spoken: Int16Array[] = [];
  await warmUp({
    speak: async (engineName, text) => {
      const pcm = await engine.speak(engineName, text);
      spoken.push(pcm);
      return pcm;
    },
  });
  t.equal(spoken.length, 1);
  const seconds = (spoken[0]?.length ?? 0) / 8_000;
  t.ok(seconds > 3, `${seconds} s of speech: V8 optimises what runs long enough`);
});

t.test('an engine that cannot warm up still gets its sentences, which report the error', async (t) => {
  await t.resolves(warmUp({ speak: () => Promise.reject(new Error('broken')) }));
});
