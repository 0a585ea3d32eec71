import { expect, test } from 'vitest';
import { fillTemplate, matchTemplate, parseTemplate, templateParameters } from './path-template.js';

const match = (template: string, path: string) => matchTemplate(parseTemplate(template), path, 1);

test('a path without parameters matches only itself', () => {
  expect(match('/inventory', '/inventory')).toEqual({});
  expect(match('/inventory', '/inventory/')).toBeUndefined();
  expect(match('/inventory', '/pets')).toBeUndefined();
});

test('parameters are decoded after the path was split', () => {
  expect(match('/inventory/{petId}', '/inventory/7')).toEqual({ petId: '7' });
  expect(match('/inventory/{petId}', '/inventory/a%2Fb')).toEqual({ petId: 'a/b' });
  expect(match('/inventory/{petId}/history', '/inventory/7/history')).toEqual({ petId: '7' });
});

test('literal segments match in their escaped form too', () => {
  expect(match('/inventory/{petId}', '/invent%6Fry/7')).toEqual({ petId: '7' });
});

test('an invalid escape makes a parameter undefined and does not match a literal', () => {
  expect(match('/inventory/{petId}', '/inventory/%zz')).toEqual({ petId: undefined });
  expect(match('/inventory', '/%zz')).toBeUndefined();
});

test('an empty segment is an empty parameter and not a literal', () => {
  expect(match('/inventory/{petId}', '/inventory/')).toEqual({ petId: '' });
  expect(match('/inventory', '/')).toBeUndefined();
});

test('templates list and replace their parameters', () => {
  expect(templateParameters('/a/{one}/b/{two}')).toEqual(['one', 'two']);
  expect(fillTemplate('/a/{one}/b/{two}', (name) => (name === 'one' ? '1' : undefined))).toBe('/a/1/b/{two}');
});
