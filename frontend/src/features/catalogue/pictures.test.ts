import assert from 'node:assert/strict';
import test from 'node:test';
import { altOf, galleryPictures } from './pictures';

const product = {
  title: 'Placa',
  thumbnail: '/media/brass',
  images: [
    { url: '/media/back', order: 1, alt: '' },
    { url: '/media/brass', order: 0, alt: 'Placa de latón' },
  ],
  variants: [
    { title: 'Latón', image_url: '/media/brass' },
    { title: 'Acero', image_url: '/media/steel' },
    { title: 'Sin foto', image_url: null },
  ],
};

test('a product shows its pictures in order, then those of its variants, and what each shows', () => {
  assert.deepEqual(galleryPictures(product), [
    { url: '/media/brass', alt: 'Placa de latón' },
    { url: '/media/back', alt: 'Placa' },
    { url: '/media/steel', alt: 'Placa, Acero' },
  ]);
});

test('a picture is described by its words, else by the title', () => {
  const described = ['/media/brass', '/media/steel', '/media/gone', null].map((url) => altOf(product, url));
  assert.deepEqual(described, ['Placa de latón', 'Placa, Acero', 'Placa', 'Placa']);
  assert.deepEqual(galleryPictures({ ...product, images: [], variants: [] }), [{ url: '/media/brass', alt: 'Placa' }]);
});
