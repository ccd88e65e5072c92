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

/** The peak of the page's audio, 0 to 1, within 8 s or until it is audible. */
export const HEARD = `(async () => {
  const playing = [...document.querySelectorAll('audio')].filter(({ srcObject }) => srcObject !== null);
  const context = new AudioContext();
  await context.resume();
  const analysers = playing.map(({ srcObject }) => {
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(srcObject).connect(analyser);
    return analyser;
  });
  let loudest = 0;
  const until = performance.now() + 8000;
  while (performance.now() < until && loudest < 0.05) {
    for (const analyser of analysers) {
      const samples = new Float32Array(analyser.fftSize);
      analyser.getFloatTimeDomainData(samples);
      loudest = Math.max(loudest, ...samples.map(Math.abs));
    }
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  await context.close();
  return loudest;
})()`;
