// Mocha's settings. Without a spec on the command line every test runs whose source still exists, in as many processes as there are cores;
// dist/ may hold older ones.
const { readdirSync } = require('node:fs')
const { availableParallelism } = require('node:os')

const named = process.argv.slice(2).some((argument) => /^--spec\b|^[^-].*\.test\.js$/.test(argument))
/** Specs whose results depend on the time that they get: `npm run test:idle` runs them, on a machine that does nothing else. */
const needsIdleMachine = (path) => /^plugins\/http\/responsiveness\.test\.ts$/.test(path)
const sources = readdirSync(`${__dirname}/test`, { recursive: true }).filter(
  (path) => path.endsWith('.test.ts') && !needsIdleMachine(path),
)

/** What takes longest begins first, so that all processes end at about the same time. */
const isLong = (path) => /^(browser|parity|oracle)\/|\/(crashes|draw|walk|golden-orders|patterns|processes)\.test\.ts$/.test(path)

module.exports = {
  spec: named
    ? []
    : sources
        .toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)) || (a < b ? -1 : 1))
        .map((path) => `dist/test/${path.replace(/\.ts$/, '.js')}`),
  parallel: !named,
  jobs: availableParallelism(),
  require: ['dist/test/support/global-teardown.js'],
  // Long enough for a test that starts programs on a busy machine.
  timeout: 60_000,
  forbidOnly: true,
  // Packages that the tests load use the compiled modules like the tests do, not the bundled programs.
  'node-option': ['conditions=svc-modules'],
  'enable-source-maps': true,
}
