import { execFileSync } from 'node:child_process'
import { expect } from 'chai'

/** Runs a program beside the compiled sources and reads what it prints. */
function run(program: string): unknown {
  const text = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    cwd: process.cwd(),
  })
  return JSON.parse(text)
}

const load = `
  import { createRequire } from 'node:module'
  import { loadSequelize } from './dist/core/storage/database/sequelize.js'
  const require = createRequire(import.meta.url)
`

describe('The loading of Sequelize', () => {
  it('leaves the time zones to whoever asks for them afterwards', () => {
    const seen = run(`${load}
      const { Sequelize } = loadSequelize()
      const zones = require('moment-timezone').tz.names().length
      console.log(JSON.stringify({ name: Sequelize.name, zones }))`)
    expect(seen).to.have.property('name', 'Sequelize')
    expect(seen).to.have.property('zones').above(400)
  })

  it('does not unpack them for itself', () => {
    const seen = run(`${load}
      loadSequelize()
      const kept = Object.keys(require.cache).filter((path) => path.includes('moment-timezone'))
      console.log(JSON.stringify({ zones: require('moment').tz.names().length, kept }))`)
    expect(seen).to.deep.equal({ zones: 0, kept: [] })
  })

  it('takes nothing from whoever has loaded them before', () => {
    const seen = run(`${load}
      const moment = require('moment-timezone')
      loadSequelize()
      console.log(JSON.stringify({ same: require('moment-timezone') === moment, zones: moment.tz.names().length > 400 }))`)
    expect(seen).to.deep.equal({ same: true, zones: true })
  })
})
