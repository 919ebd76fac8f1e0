// A picture of the whole page as WebP: a third of PNG's size, so that docs/screens stays small.
import { writeFileSync } from "node:fs";

export async function shoot(page, path, quality = 70) {
  await page.waitForTimeout(200);
  const { width, height } = await page.evaluate(() => ({
    width: innerWidth,
    height: Math.max(innerHeight, document.documentElement.scrollHeight),
  }));
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", {
    format: "webp",
    quality,
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width, height, scale: 1 },
  });
  await session.detach();
  writeFileSync(path, Buffer.from(data, "base64"));
}
