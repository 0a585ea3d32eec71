/**
 * Takes the power of commands from text that a CI system may read: `::error::` at the start of a line (GitHub, which
 * trims it first) and `##[error]`, `##vso[…]`, `##teamcity[…]` anywhere in it. People can still read what stood there.
 */
export function withoutCiCommands(text: string): string {
  return text.replace(/##(?=\w*\[)/g, '# #').replace(/^(\s*):(?=:)/gm, '$1: ');
}
