/** Property tests try the same cases in each run, for reproducible results; `PROPERTY_SEED=random` tries new ones. */
import fc from 'fast-check';

const { PROPERTY_SEED: seed = '1' } = process.env;

if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) });
