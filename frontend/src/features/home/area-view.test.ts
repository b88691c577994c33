import assert from 'node:assert/strict';
import { test } from 'node:test';
import { towns } from './baix-llobregat';
import { viewOf } from './area-view';

const among = (...names: string[]) => towns.filter(({ name }) => names.includes(name));
const sides = (names: string[]) => viewOf(among(...names)).towns.map(({ named }) => named);
const served = ['Abrera', 'Martorell', 'Esparreguera', 'Olesa de Montserrat', 'Collbató'];

test('the map shows what is served from near, each town with its name', () => {
  const { viewBox, towns: shown } = viewOf(among(...served));
  const [x = 0, y = 0, width = 0, height = 0] = viewBox.split(' ').map(Number);
  assert.ok(width < 260, `${width} of 380 units`);
  assert.ok(shown.every((town) => town.named !== null));
  for (const town of shown) assert.ok(town.x > x && town.x < x + width && town.y > y && town.y < y + height, town.name);
});

test('a name goes to the other side where its own is taken, and is left out where both are', () => {
  assert.deepEqual(sides(['Esparreguera', 'Olesa de Montserrat']), [-1, 1]);
  assert.ok(sides(towns.map(({ name }) => name)).includes(null));
});

test('one town alone has a map, too', () => {
  assert.match(viewOf(among('Abrera')).viewBox, /^-?[\d.]+ -?[\d.]+ [\d.]+ [\d.]+$/);
});
