import fc from 'fast-check';

/** Property tests draw the same each time. Search rarer cases with DRAW_SEED=$RANDOM npx vitest run --project unit */
fc.configureGlobal({ seed: Number(process.env.DRAW_SEED ?? 20_261_121) });
