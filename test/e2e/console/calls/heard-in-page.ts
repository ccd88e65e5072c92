/** What the user of a page hears: the loudness of what its audio elements play. */
import type { Page } from 'playwright-core';

/** Watches each audio element of the page from now on. A string, because it runs in the page. */
const WATCH = `(async () => {
  const context = new AudioContext();
  await context.resume();
  window.testHeard = [...document.querySelectorAll('audio')].map((element) => {
    const meter = context.createAnalyser();
    context.createMediaStreamSource(element.srcObject).connect(meter);
    const samples = new Float32Array(meter.fftSize);
    const heard = { loudest: 0, element };
    const look = () => {
      meter.getFloatTimeDomainData(samples);
      const isAudible = !element.paused && !element.muted && element.volume === 1 && element.currentTime > 0;
      if (isAudible) heard.loudest = Math.max(heard.loudest, ...samples.map(Math.abs));
    };
    setInterval(look, 20);
    return heard;
  });
})()`;

/** Starts to listen to what the page plays, at the volume that its user hears. */
export const watchHeard = async (page: Page): Promise<void> => {
  await page.evaluate(WATCH);
};

/** The peak, between 0 and 1, of each voice since `watchHeard`. */
export const heardOn = (page: Page): Promise<readonly number[]> =>
  page.evaluate('testHeard.map(({ loudest }) => loudest)');
