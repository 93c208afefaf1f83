// Mocha's settings. Without a spec on the command line every test runs whose source still exists; dist/ may hold older ones.
const { readdirSync } = require('node:fs')

const named = process.argv.slice(2).some((argument) => /^--spec\b|\.test\.js$/.test(argument))
const sources = readdirSync(`${__dirname}/test`, { recursive: true }).filter((path) => path.endsWith('.test.ts'))

module.exports = {
  spec: named ? [] : sources.toSorted().map((path) => `dist/test/${path.replace(/\.ts$/, '.js')}`),
  timeout: 20_000,
  forbidOnly: true,
  'enable-source-maps': true,
}
