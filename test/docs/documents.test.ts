// Every command and code block of the documentation is run, compiled or parsed, and every link is resolved.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { normalize } from 'node:path'
import { expect } from 'chai'
import { listFilesBelow, getFolder, readRepositoryFile, repositoryRoot } from '../support/repository.js'
import { type Block, blocksOf, linksOf } from './blocks.js'
import { matchesJson, matchesText } from './matches.js'
import { commandsOf, openSession, type Session } from './session.js'

const documents = [
  ...listFilesBelow('docs'),
  ...listFilesBelow('customizations'),
  ...listFilesBelow('hosts'),
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
].filter((path) => path.endsWith('.md'))
const blocks = documents.flatMap((path) => blocksOf(path, readRepositoryFile(path)))
const place = (block: Block): string => `${block.document} line ${block.line}`

/** Documents with HTML, CSS and scripts for a browser, and the test that runs them. */
const inBrowser = new Map([
  ['docs/guides/embed.md', 'test/browser/embed-guide.test.ts'],
  ['docs/guides/hosts/embedding.md', 'test/browser/element-interface.test.ts'],
])

describe('documentation', () => {
  it('has a tested language for each code block', () => {
    const tested = new Set(['sh', 'ts', 'json', 'text'])
    const untested = blocks.filter(({ document, language }) => !tested.has(language) && !inBrowser.has(document))
    expect(untested.map(place)).to.deep.equal([])
    for (const [document, test] of inBrowser) expect(readRepositoryFile(test)).to.contain(`blocksOf('${document}'`)
  })

  it('shows npm start and npm test at the top of README.md', () => {
    const first = readRepositoryFile('README.md').split('\n').slice(0, 40).join('\n')
    expect(first).to.include('npm ci && npm start')
    expect(first).to.include('npm ci && npm test')
    const { scripts } = JSON.parse(readRepositoryFile('package.json')) as { scripts: Record<string, string> }
    expect(scripts).to.include.keys('start', 'test')
  })

  it('has no dead link', () => {
    const dead = documents.flatMap((path) =>
      linksOf(readRepositoryFile(path))
        .filter((target) => !existsSync(`${repositoryRoot}/${getFolder(path)}/${target}`))
        .map((target) => `${path} → ${target}`),
    )
    expect(dead).to.deep.equal([])
  })

  it('links only to existing headings', () => {
    const dead = documents.flatMap((path) =>
      [...readRepositoryFile(path).matchAll(/\]\(([^)#\s:]*)#([^)\s]+)\)/g)]
        .map(([, target, anchor]) => ({
          page: target === '' ? path : normalize(`${getFolder(path)}/${target}`),
          anchor: anchor!,
        }))
        .filter(({ page, anchor }) => page.endsWith('.md') && !anchorsOf(readRepositoryFile(page)).has(anchor))
        .map(({ page, anchor }) => `${path} → ${page}#${anchor}`),
    )
    expect(dead).to.deep.equal([])
  })

  it('contains only valid JSON blocks', () => {
    for (const block of blocks.filter(({ language }) => language === 'json')) {
      expect(() => JSON.parse(block.text) as unknown, place(block)).not.to.throw()
    }
  })

  it('names the file and its runner in each TypeScript block', () => {
    const silent = blocks.filter((block) => block.language === 'ts' && !saysWhatRunsIt(block))
    expect(silent.map(place)).to.deep.equal([])
  })

  it('contains only TypeScript that compiles', async function () {
    this.timeout(240_000)
    const snippets = blocks.filter(({ language }) => language === 'ts')
    const folder = `${repositoryRoot}/var/docs-${process.pid}`
    mkdirSync(folder, { recursive: true })
    try {
      const names = snippets.map(fileNameOf)
      for (const [index, block] of snippets.entries()) {
        mkdirSync(getFolder(`${folder}/${names[index]}`), { recursive: true })
        writeFileSync(`${folder}/${names[index]}`, `${block.text}\nexport {}\n`)
      }
      const compilerOptions = {
        noEmit: true,
        incremental: false,
        noUnusedLocals: false,
        rootDir: '../..',
        rootDirs: ['../..', '.', ...new Set(names.map((name) => `./${getFolder(name)}`))],
      }
      writeFileSync(
        `${folder}/tsconfig.json`,
        JSON.stringify({ extends: '../../tsconfig.json', compilerOptions, include: [], files: names }),
      )
      const compilerOutput = snippets.length === 0 ? '' : await compile(folder)
      expect(compilerOutput).to.equal('')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

/** The anchors of a page's headings, as Markdown renderers create them. */
function anchorsOf(text: string): ReadonlySet<string> {
  const headings = [...text.replace(/^```[^]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)].map((match) => match[1]!)
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

/** A block that begins with `// name.ts:` can be imported by other blocks of its document. */
function fileNameOf(block: Block): string {
  const document = block.document.replaceAll(/[^A-Za-z]/g, '-')
  const name = /^\/\/ ([a-z.-]+\.ts): /.exec(block.text)?.[1]
  return name === undefined ? `${document}-line-${block.line}.ts` : `${document}/${name}`
}

/** Every command reads a configuration. Other files are listed in it, imported by a sample that is run, or run themselves. */
function saysWhatRunsIt({ text, document }: Block): boolean {
  const [line, name] = /^\/\/ ([a-z.-]+\.ts): .*$/m.exec(text) ?? []
  if (line === undefined || name === undefined || !text.startsWith(line)) return false
  const imported = `'./${name.replace(/ts$/, 'js')}'`
  const importers = blocks.filter((block) => block.document === document && block.text.includes(imported))
  return line.includes('svc.config.ts') || line.includes(`npx jiti ${name}`) || importers.length > 0
}

function compile(folder: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, [`${repositoryRoot}/node_modules/typescript/bin/tsc`, '-p', folder], (error, stdout, stderr) => {
      resolve(error ? stdout + stderr : '')
    })
  })
}

for (const document of documents) {
  const own = blocks.filter((block) => block.document === document)
  const commands = own.filter((block) => block.language === 'sh')
  if (commands.every((block) => commandsOf(block, '').trim() === '')) continue

  describe(`commands of ${document}`, function () {
    this.timeout(120_000)
    let session: Session
    before(async () => {
      session = await openSession(own)
    })
    after(async () => {
      await session.stop()
    })

    for (const block of own.filter(({ role }) => role === 'greeting')) {
      it('follow the documented output of the service at start', () => {
        if (!matchesText(block.text, session.greeting)) expect(session.greeting, place(block)).to.equal(block.text)
      })
    }

    it('run in order and print the documented output', async () => {
      const outcome = await session.run(commands)
      if ('failed' in outcome) expect.fail(`${place(outcome.failed)} ended with exit code ${outcome.exitCode}: ${outcome.said}`)
      for (const [index, block] of commands.entries()) {
        const outputBlock = own[own.indexOf(block) + 1]
        if (outputBlock?.role !== 'output') continue
        const printed = outcome.printed[index] ?? ''
        const equal =
          outputBlock.language === 'json' ? matchesJson(outputBlock.text, printed) : matchesText(outputBlock.text, printed)
        if (!equal) expect(printed, place(outputBlock)).to.equal(outputBlock.text)
      }
    })
  })
}
