// Settings of `npm run test:fast`: the specs that need neither a database nor a browser nor the bundled front ends.
const { readdirSync } = require('node:fs')
const settings = require('./.mocharc.cjs')

/** Folders of specs that test pure code, and the house rules. */
const folders = ['conformance', 'core/engine', 'core/foundation', 'core/model']

/** Specs in these folders that start a program, read what the bundler writes, or compare with an exhaustive search. */
const slow = new Set([
  'conformance/budget',
  'conformance/generated',
  'conformance/loading',
  'conformance/patterns',
  'conformance/side-effects',
  'core/engine/optimum/brute-force',
  'core/engine/optimum/oracle',
  'core/engine/proof/brute-force',
  'core/engine/variant/tables',
])

const specs = folders.flatMap((folder) =>
  readdirSync(`${__dirname}/test/${folder}`, { recursive: true })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => `${folder}/${path.replace(/\.test\.ts$/, '')}`),
)

module.exports = {
  ...settings,
  spec: specs.filter((spec) => !slow.has(spec)).map((spec) => `dist/test/${spec}.test.js`),
  parallel: true,
}
