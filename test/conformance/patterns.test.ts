// Every shipped regular expression runs in linear time, tested on hostile texts of up to 100,000 characters.
import { Worker } from 'node:worker_threads'
import { type AnyNode, parse } from 'acorn'
import { expect } from 'chai'
import { createHostileTexts } from './hostile-texts.js'
import type { PatternResult, PatternTask } from './pattern-worker.js'
import { readSourceFiles } from '../support/repository.js'

const lengths = [2_000, 20_000, 100_000]
/** The allowed factor over the time of a linear pattern. */
const budget = 20
/** The time in milliseconds after which a pattern counts as endless. */
const deadline = 15_000

interface Pattern {
  readonly source: string
  readonly flags: string
  readonly path: string
}

/** Files that build a pattern at run time, each with the reason why it is safe. */
const assembled: Readonly<Record<string, string>> = {
  'core/model/properties/string.ts': "the properties' own expressions, which this test runs as texts",
  'core/storage/database/sqlite/dialect.ts': "a column's name, on the definition of a table that the service created",
  'plugins/rest/openapi/operation-parts.ts': "the schemas' patterns, on examples in the code",
  'plugins/storefront/browser/entry.ts': 'one character of the language, on the input of one field',
}

/** Regular expressions in code: literals, constant constructor calls, and the expressions of declared properties. */
function patternsOf(path: string, code: string): { readonly patterns: readonly Pattern[]; readonly assembled: boolean } {
  const patterns: Pattern[] = []
  let isAssembled = false
  const walk = (node: AnyNode): void => {
    if (node.type === 'Literal' && node.regex) patterns.push({ source: node.regex.pattern, flags: node.regex.flags, path })
    if (node.type === 'Property' && node.key.type === 'Identifier' && ['expression', 'pattern'].includes(node.key.name)) {
      const { value } = node
      if (value.type === 'Literal' && typeof value.value === 'string') patterns.push({ source: value.value, flags: 'u', path })
    }
    if (
      (node.type === 'NewExpression' || node.type === 'CallExpression') &&
      node.callee.type === 'Identifier' &&
      node.callee.name === 'RegExp'
    ) {
      const [pattern, flags] = node.arguments
      if (pattern?.type === 'Literal' && typeof pattern.value === 'string') {
        patterns.push({ source: pattern.value, flags: flags?.type === 'Literal' ? String(flags.value) : '', path })
      } else isAssembled = true
    }
    for (const child of Object.values(node) as unknown[]) {
      for (const element of Array.isArray(child) ? (child as unknown[]) : [child]) {
        if (typeof element === 'object' && element !== null && 'type' in element && 'start' in element) walk(element as AnyNode)
      }
    }
  }
  walk(parse(code, { ecmaVersion: 2025, sourceType: 'module' }))
  return { patterns, assembled: isAssembled }
}

/** Runs patterns one after the other in a worker thread. Returns one message per pattern that is not linear. */
async function slowPatterns(patterns: readonly Pattern[], patience = deadline): Promise<readonly string[]> {
  const problems: string[] = []
  const start = (): Worker => new Worker(new URL('./pattern-worker.js', import.meta.url))
  let worker = start()
  for (const { source, flags, path } of patterns) {
    const texts = createHostileTexts(source, flags)
    if (texts.length === 0) continue
    const task: PatternTask = { source, flags, texts, lengths, budget }
    const result = await new Promise<PatternResult | 'endless'>((resolve, reject) => {
      const timer = setTimeout(() => resolve('endless'), patience)
      worker.once('error', reject)
      worker.once('message', (message: PatternResult) => {
        clearTimeout(timer)
        worker.off('error', reject)
        resolve(message)
      })
      worker.postMessage(task, [])
    })
    if (result === 'endless') {
      await worker.terminate()
      worker = start()
      problems.push(`${path}: /${source}/${flags} does not end`)
    } else if (result !== null) {
      const { before, pump, after } = result.text
      const text = `${JSON.stringify(before)} + ${JSON.stringify(pump)} × n + ${JSON.stringify(after)}`
      problems.push(`${path}: /${source}/${flags} takes ${Math.round(result.times)} times the time of a linear one for ${text}`)
    }
  }
  await worker.terminate()
  return problems
}

describe('regular expressions', function () {
  this.timeout(120_000)

  it('are reported if they are not linear', async () => {
    const slowSources = ['^(?:<!--[^]*?-->\\s*)*<svg', '=+$', '<[^>]*>', '^[+-]?(\\d+\\.?\\d*|\\.\\d+)$']
    const matches = await slowPatterns(
      slowSources.map((source) => ({ source, flags: 'g', path: 'here' })),
      2_000,
    )
    expect(matches).to.have.length(slowSources.length)
    expect(await slowPatterns([{ source: '^[a-z]+(?:-[a-z]+)*$', flags: 'u', path: 'here' }])).to.deep.equal([])
  })

  it('are linear in all shipped code', async () => {
    const shipped = readSourceFiles().filter(
      ({ path }) => /^(core|plugins|hosts|customizations|migrations)\/.*\.tsx?$/.test(path) && !path.includes('/template/'),
    )
    const { transformWithOxc } = await import('vite')
    const read = await Promise.all(
      shipped.map(async ({ path, text }) => {
        const { code } = await transformWithOxc(text, path, { decorator: { legacy: true } })
        return { path, ...patternsOf(path, code) }
      }),
    )
    const unlisted = read.filter((file) => file.assembled && !Object.hasOwn(assembled, file.path)).map(({ path }) => path)
    expect(unlisted, 'files that build patterns at run time').to.deep.equal([])
    const patterns = new Map(
      read.flatMap((file) => file.patterns).map((pattern) => [`/${pattern.source}/${pattern.flags}`, pattern]),
    )
    expect(patterns.size).to.be.above(100)
    expect(await slowPatterns([...patterns.values()])).to.deep.equal([])
  })
})
