// House style that neither the compiler nor the linter checks, or that applies to every kind of file.
import { expect } from 'chai'
import { type SourceFile, readSourceFiles } from '../support/repository.js'

/** `// One sentence.` or, in a style sheet, the same as a block comment. */
const purpose = /^(?:\/\/ (?<line>\S.*[.?!])|\/\* (?<block>\S.*[.?!]) \*\/)$/

interface Rule {
  readonly says: string
  readonly bad: string
  problem(file: SourceFile): boolean
}

/** Each pattern has a letter in brackets and each bad example is joined, so this file does not match itself. */
const marks = /\b(TOD[O]|FIXM[E]|XX[X]|HAC[K])\b/
const silencers = /(eslint|oxlint|biome)-(disabl[e]|ignor[e])|@ts-(ignor[e]|nochec[k]|expect-erro[r])/
const anyCasts = /\bas an[y]\b|: an[y]\b(?= *[=;,)\]}|&]|$)|<an[y]>/m
const focused = /\b(describe|it)\.(onl[y]|ski[p])\(|\bx(it|describe)\(/
const defaults = /^export defaul[t]\b/m
const nameSwitch =
  /(platform|entity\.name|kind\.name|question_type|questionType) [!=]== '|switch \((.*\.)?(property\.type|platform|question_type|questionType)\b/

const rules: readonly Rule[] = [
  {
    says: 'starts with one sentence that describes its purpose',
    bad: "import { a } from './a.js'\n",
    problem: ({ text }) => !purpose.test(text.replace(/^#!.*\n/, '').split('\n', 1)[0] ?? ''),
  },
  { says: 'contains no marks of unfinished work', bad: '// A.\n// TO'.concat('DO'), problem: ({ text }) => marks.test(text) },
  { says: 'disables no checker', bad: '// A.\n// @ts-'.concat('ignore'), problem: ({ text }) => silencers.test(text) },
  {
    says: 'does not use any',
    bad: '// A.\nf(x as '.concat('any)'),
    problem: ({ text }) => anyCasts.test(text),
  },
  { says: 'neither skips nor focuses a test', bad: '// A.\nit.'.concat("only('x')"), problem: ({ text }) => focused.test(text) },
  {
    says: 'has no default export',
    bad: '// A.\nexport '.concat('default 1'),
    problem: ({ path, text }) => defaults.test(text) && !/(^|\/)svc\.config\.ts$|^[^/]*\.config\.ts$/.test(path),
  },
  {
    says: 'never branches on the name of a platform or a type',
    bad: `// A.\nif (platform === 'cms_a') {}\n`,
    problem: ({ path, text }) => /^(core|plugins)\//.test(path) && nameSwitch.test(text),
  },
]

describe('source files', () => {
  for (const rule of rules) {
    it(rule.says, () => {
      const offenders = readSourceFiles().filter((file) => file.path !== 'test/conformance/style.test.ts' && rule.problem(file))
      expect(offenders.map((file) => file.path)).to.deep.equal([])
    })
    it(`are reported if they violate the rule: ${rule.says}`, () => {
      expect(rule.problem({ path: 'core/a.ts', text: rule.bad })).to.equal(true)
      expect(rule.problem({ path: 'core/a.ts', text: '// What it is for.\nexport const a = 1\n' })).to.equal(false)
    })
  }
})
