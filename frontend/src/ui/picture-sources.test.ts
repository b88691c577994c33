import assert from 'node:assert/strict';
import test from 'node:test';
import { pictureSources } from './picture-sources';

test('a picture in several widths is offered in those of its place', () => {
  assert.deepEqual(pictureSources('/media/demo/grifo', [320, 480], '50vw'), {
    src: '/media/demo/grifo',
    srcSet: '/media/demo/grifo?w=320 320w,/media/demo/grifo?w=480 480w',
    sizes: '50vw',
  });
  assert.deepEqual(pictureSources('/pictures/hero?v=1', [320]), { src: '/pictures/hero?v=1&w=320' });
});

test('any other picture is taken as it is', () => {
  for (const url of ['/assets/llave.webp', 'data:image/png;base64,AA==']) {
    assert.deepEqual(pictureSources(url, [320, 480], '50vw'), { src: url });
  }
});
