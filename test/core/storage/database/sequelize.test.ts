// Sequelize is loaded without what it never needs here, and nobody else in the process misses anything.
import { execFileSync } from 'node:child_process'
import { expect } from 'chai'

/** Runs a program beside the compiled sources and reads what it prints. */
function run(program: string): unknown {
  const load = `
    import { createRequire } from 'node:module'
    import { loadSequelize } from './dist/core/storage/database/sequelize.js'
    const require = createRequire(import.meta.url)
    const zones = () => require('moment').tz.names().length
    const kept = () => Object.keys(require.cache).filter((path) => /[\\\\/](moment-timezone|validator)[\\\\/]/.test(path))
    ${program}`
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', load], { encoding: 'utf8' }))
}

describe('The loading of Sequelize', () => {
  it('unpacks no time zones and loads no judges of model fields', () => {
    const seen = run(`loadSequelize(); console.log(JSON.stringify({ zones: zones(), kept: kept() }))`)
    expect(seen).to.deep.equal({ zones: 0, kept: [] })
  })

  it('leaves both to whoever asks for them afterwards', () => {
    const seen = run(`
      const { Sequelize } = loadSequelize()
      const whole = require('moment-timezone').tz.names().length > 400
      console.log(JSON.stringify({ name: Sequelize.name, zones: whole, mail: require('validator').isEmail('ada@example.org') }))`)
    expect(seen).to.deep.equal({ name: 'Sequelize', zones: true, mail: true })
  })

  it('takes nothing from whoever has loaded them before', () => {
    const seen = run(`
      const moment = require('moment-timezone')
      const validator = require('validator')
      loadSequelize()
      const same = require('moment-timezone') === moment && require('validator') === validator
      console.log(JSON.stringify({ same, zones: zones() > 400 }))`)
    expect(seen).to.deep.equal({ same: true, zones: true })
  })
})
