import assert from 'node:assert/strict';
import test from 'node:test';
import { htmlOf, tidyHtml } from './html';
import { linkOf } from './link';

test('plain text becomes paragraphs, markup stays as it is', () => {
  assert.equal(htmlOf('Uno\ndos\n\ntres & 2 > 1'), '<p>Uno<br>dos</p><p>tres & 2 &gt; 1</p>');
  assert.equal(htmlOf(' <p>x</p> '), '<p>x</p>');
  assert.equal(htmlOf(' '), '');
});

test('items of a list hold their words without a paragraph around them', () => {
  assert.equal(tidyHtml('<ul><li><p>30 <strong>mm</strong></p></li><li><p>latón</p></li></ul>'), '<ul><li>30 <strong>mm</strong></li><li>latón</li></ul>');
  assert.equal(tidyHtml('<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>'), '<ul><li>a<ul><li>b</li></ul></li></ul>');
  assert.equal(tidyHtml('<ul><li><p>a</p><p>b</p></li></ul>'), '<ul><li><p>a</p><p>b</p></li></ul>');
  assert.equal(tidyHtml('<p>a</p><p></p><p>b</p><p></p>'), '<p>a</p><p>b</p>');
});

test('an address as people type it leads where they mean', () => {
  for (const [typed, href] of [
    ['manetes.example/guia', 'https://manetes.example/guia'],
    [' https://a.example/b?c=1 ', 'https://a.example/b?c=1'],
    ['http://a.example/', 'https://a.example/'],
    ['/solicitar-presupuesto', '/solicitar-presupuesto'],
    ['ana@correo.example', 'mailto:ana@correo.example'],
    ['mailto:ana@correo.example', 'mailto:ana@correo.example'],
    ['+34 600 000 000', 'tel:+34600000000'],
    ['tel:+34 600 000 000', 'tel:+34600000000'],
  ]) {
    assert.equal(linkOf(typed ?? ''), href, typed);
  }
});

test('an address that leads nowhere good is refused', () => {
  for (const typed of ['', 'presupuesto', '//otro.example', '/\\otro.example', 'javascript:alert(1)', 'data:text/html,x', 'https://', 'dos palabras.es', 'ftp://a.example']) {
    assert.equal(linkOf(typed), null, typed);
  }
});
