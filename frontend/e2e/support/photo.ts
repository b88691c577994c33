import type { Page } from '@playwright/test';

/** A PNG, `width` pixels wide. */
export async function photo(page: Page, width: number): Promise<Buffer> {
  const url = await page.evaluate((wide) => {
    const canvas = document.createElement('canvas');
    canvas.width = wide;
    canvas.height = Math.round(wide / 1.5);
    const context = canvas.getContext('2d');
    for (let x = 0; context !== null && x < wide; x += 50) {
      context.fillStyle = `hsl(${x % 360} 60% 50%)`;
      context.fillRect(x, 0, 50, canvas.height);
    }
    return canvas.toDataURL('image/png');
  }, width);
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}
