import type { NextConfig } from 'next';

// Without it, Next.js takes a folder above with another lockfile for the root.
export default { turbopack: { root: __dirname } } satisfies NextConfig;
