import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviceOf, isHandheld } from './device';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const agents: [string, string | null, boolean][] = [
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/130.0.0.0 Safari/537.36`, 'Chrome · Windows', false],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/130.0 Safari/537.36 Edg/130.0`, 'Edge · Windows', false],
  [`Mozilla/5.0 (Linux; Android 15; SM-S921B) ${webkit} SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36`, 'Samsung Internet · Android', true],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox · Linux', false],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15', 'Safari · macOS', false],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/130.0 Mobile/15E148 Safari/604.1', 'Chrome · iPhone', true],
  ['python-httpx/0.27.2', 'python-httpx', false],
  ['', null, false],
];

test('a device is named by its browser and its system', () => {
  for (const [agent, name, handheld] of agents) {
    assert.equal(deviceOf(agent), name, agent);
    assert.equal(isHandheld(agent), handheld, agent);
  }
});
