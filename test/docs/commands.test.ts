// docs/reference/cli.md lists the commands and the scheduled tasks in their order and with their descriptions.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { replaceCommandTables } from '../../bin/command-table.js'
import { assemble } from '../../core/boot/assemble.js'
import { listContributions } from '../../core/boot/collect.js'
import config from '../../svc.config.js'
import { readRepositoryFile, repositoryRoot } from '../support/repository.js'

const run = promisify(execFile)

describe('commands in docs/reference/cli.md', () => {
  const page = readRepositoryFile('docs/reference/cli.md')

  it('are listed by svc --help in the same order', async () => {
    const { stdout } = await run(process.execPath, [`${repositoryRoot}/bin/svc`, '--help'], { cwd: repositoryRoot })
    const listed = [...stdout.matchAll(/^ {2}(svc:[a-z:-]+)/gm)].map((match) => match[1])
    const documented = [...page.matchAll(/^\| `(svc:[a-z:-]+)` \|/gm)].map((match) => match[1])
    expect(listed).not.to.have.length(0)
    expect(documented).to.deep.equal(listed)
  })

  it('are current: npm run generate writes the same descriptions', () => {
    expect(replaceCommandTables(page, assemble({ ...config, customizations: [] }))).to.equal(page)
  })

  it('run with npx from the repository', async () => {
    const { stdout } = await run('npx', ['--no-install', 'svc', 'config', '--help'], { cwd: repositoryRoot })
    expect(stdout).to.include('Usage: svc svc:config')
  })
})

describe('scheduled tasks in docs/reference/cli.md', () => {
  it('are registered in the same order, with the same descriptions', () => {
    const rows = [
      ...readRepositoryFile('docs/reference/cli.md').matchAll(/^\| `([a-z-]+)` \| (?:(\d+) (second|minute)s|hour) \| (.+) \|$/gm),
    ]
    const documented = rows.map(([, name, count = '60', unit = 'minute', description]) => ({
      name,
      every: Number(count) * (unit === 'minute' ? 60 : 1),
      description,
    }))
    const { contributed } = assemble({ ...config, customizations: [] })
    expect(documented).to.deep.equal(
      listContributions(contributed, 'tasks').map(({ item: { name, every, description } }) => ({ name, every, description })),
    )
  })
})
