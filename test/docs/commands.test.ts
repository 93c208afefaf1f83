// docs/reference/cli.md lists the commands of the program and the scheduled tasks, in their order and words.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { replaceCommandTables } from '../../bin/command-table.js'
import { assemble } from '../../core/boot/assemble.js'
import { tasks } from '../../core/tasks/index.js'
import config from '../../svc.config.js'
import { readRepositoryFile, repositoryRoot } from '../support/repository.js'

const run = promisify(execFile)

describe('the commands in docs/reference/cli.md', () => {
  const page = readRepositoryFile('docs/reference/cli.md')

  it('are those of svc --help, in its order', async () => {
    const { stdout } = await run(process.execPath, [`${repositoryRoot}/bin/svc`, '--help'], { cwd: repositoryRoot })
    const listed = [...stdout.matchAll(/^ {2}(svc:[a-z:-]+)/gm)].map((match) => match[1])
    const documented = [...page.matchAll(/^\| `(svc:[a-z:-]+)` \|/gm)].map((match) => match[1])
    expect(listed).not.to.have.length(0)
    expect(documented).to.deep.equal(listed)
  })

  it('have the descriptions of the program: npm run generate writes them', () => {
    expect(replaceCommandTables(page, assemble({ ...config, customizations: [] }))).to.equal(page)
  })

  it('run by npx from the checkout', async () => {
    const { stdout } = await run('npx', ['--no-install', 'svc', 'config', '--help'], { cwd: repositoryRoot })
    expect(stdout).to.include('Usage: svc svc:config')
  })
})

describe('the scheduled tasks in docs/reference/cli.md', () => {
  it('are those of the registry, in its order and words', () => {
    const rows = [
      ...readRepositoryFile('docs/reference/cli.md').matchAll(/^\| `([a-z-]+)` \| (?:(\d+) minutes|hour) \| (.+) \|$/gm),
    ]
    const documented = rows.map(([, name, minutes = '60', what]) => ({ name, every: Number(minutes) * 60, description: what }))
    expect(documented).to.deep.equal(tasks.map(({ name, every, description }) => ({ name, every, description })))
  })
})
