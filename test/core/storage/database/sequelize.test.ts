// Sequelize is loaded without time zones and validators. Other code in the process can still load them.
import { execFileSync } from 'node:child_process'
import { expect } from 'chai'

/** Runs a program next to the compiled sources and parses its output. */
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
  it('loads no time zones and no validators of model fields', () => {
    const result = run(`loadSequelize(); console.log(JSON.stringify({ zones: zones(), kept: kept() }))`)
    expect(result).to.deep.equal({ zones: 0, kept: [] })
  })

  it('does not affect code that requires both packages afterwards', () => {
    const result = run(`
      const { Sequelize } = loadSequelize()
      const whole = require('moment-timezone').tz.names().length > 400
      console.log(JSON.stringify({ name: Sequelize.name, zones: whole, mail: require('validator').isEmail('ada@example.org') }))`)
    expect(result).to.deep.equal({ name: 'Sequelize', zones: true, mail: true })
  })

  it('does not affect code that required both packages before', () => {
    const result = run(`
      const moment = require('moment-timezone')
      const validator = require('validator')
      loadSequelize()
      const same = require('moment-timezone') === moment && require('validator') === validator
      console.log(JSON.stringify({ same, zones: zones() > 400 }))`)
    expect(result).to.deep.equal({ same: true, zones: true })
  })
})
