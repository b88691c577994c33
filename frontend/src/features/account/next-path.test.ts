import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paths } from '../../paths';
import { localPath } from './next-path';

test('a path of this site is kept, with its query and fragment', () => {
  for (const path of ['/', '/checkout', '/account?tab=orders', '/order/abc?x=1#y', '/product/manilla-ñ']) {
    assert.equal(localPath(path), path);
  }
});

test('another site is refused, however it is written', () => {
  const foreign = [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n//evil.example',
  ];
  for (const path of [...foreign, 'javascript:alert(1)', 'evil.example', '', null, undefined]) {
    assert.equal(localPath(path), null);
  }
});

test('the sign-in page carries the path it came from', () => {
  const query = new URLSearchParams(paths.loginFor('/order/1?a=b&c=d').split('?')[1]);
  assert.equal(query.get('next'), '/order/1?a=b&c=d');
});
