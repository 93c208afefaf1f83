// Products as packages, moved between installations, and variant tables as CSV text.
import type { Plugin } from '#core/contract.js'
import { packageActions } from './actions/index.js'
import { sweepPackages } from './sweep-packages.js'
import { parseCsvJob } from './table/parse-csv.js'

export const packages: Plugin = {
  name: 'packages',
  core: '^0.1.0',
  contributes: { actions: packageActions, jobs: [parseCsvJob], tasks: [sweepPackages] },
}
