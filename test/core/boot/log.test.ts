// The log: its levels, its fields, and when the pino library is loaded.
import { execFileSync, spawnSync } from 'node:child_process'
import { expect } from 'chai'

const load = `
  import { createRequire } from 'node:module'
  import { createLog } from './dist/core/boot/bindings.js'
  const { cache } = createRequire(import.meta.url)
  const isLoaded = () => Object.keys(cache).some((path) => path.includes('/pino/'))
`
const run = (program: string): string =>
  execFileSync(process.execPath, ['--input-type=module', '--eval', load + program], { encoding: 'utf8' })

/** The lines logged by a program. */
function logged(program: string): readonly Record<string, unknown>[] {
  const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', load + program], { encoding: 'utf8' })
  expect(status, stderr).to.equal(0)
  return stderr
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

describe('log', () => {
  it('writes its own and higher levels, each line with the fields of its parent logs', () => {
    const lines = logged(`
      const log = createLog('warn')
      const child = log.child({ category: 'mail' }).child({ id: 7 })
      log.debug({}, 'quiet'); child.info({}, 'quiet'); child.warn({ tries: 2 }, 'late'); log.error({ err: new Error('gone') }, 'lost')`)
    expect(lines.map(({ msg }) => msg)).to.deep.equal(['late', 'lost'])
    expect(lines[0]).to.include({ category: 'mail', id: 7, tries: 2 })
    expect(lines[1]).to.have.nested.property('err.message', 'gone')
  })

  it('writes nothing at the level silent', () => {
    expect(logged(`createLog('silent').error({}, 'lost')`)).to.deep.equal([])
  })

  it('loads pino within 5.5 s of the start instead of during it', function () {
    this.timeout(20_000)
    const text = run(`
      const log = createLog('info')
      log.debug({}, 'quiet')
      const first = isLoaded()
      setTimeout(() => console.log(JSON.stringify([first, isLoaded()])), 5500)`)
    expect(JSON.parse(text)).to.deep.equal([false, true])
  })
})
