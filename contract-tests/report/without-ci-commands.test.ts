import { expect, test } from 'vitest';
import { withoutCiCommands } from './without-ci-commands.js';

test.each([
  ['::error::owned', ': :error::owned'],
  ['  ::stop-commands::x', '  : :stop-commands::x'],
  ['fine\n\u00a0::set-output name=a::b', 'fine\n\u00a0: :set-output name=a::b'],
  ['see ##[error]owned', 'see # #[error]owned'],
  ['##vso[task.complete] ##teamcity[x]', '# #vso[task.complete] # #teamcity[x]'],
])('takes the power from %j', (text, expected) => {
  expect(withoutCiCommands(text)).toBe(expected);
});

test.each(['a::b', '## Heading', 'std::vector', '  plain: text'])('leaves %j', (text) => {
  expect(withoutCiCommands(text)).toBe(text);
});
