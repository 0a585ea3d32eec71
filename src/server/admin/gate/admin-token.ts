import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Makes a token of 128 random bits that no flag, header or URL has to escape. */
export function generateAdminToken(): string {
  return randomBytes(16).toString('hex');
}

/** Makes a check whose time tells nothing about the token, not even its length. */
export function createTokenCheck(token: string): (candidate: string) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(token);
  return (candidate) => timingSafeEqual(digest(candidate), expected);
}
