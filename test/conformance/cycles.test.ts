// No import cycles between source files, including type imports.
import { expect } from 'chai'
import { type SourceFile, readSourceFiles } from '../support/repository.js'
import { targetsOf } from './imports.js'

/** The cycles that a depth-first search closes, as `a.ts → b.ts → a.ts`. */
function cycles(files: readonly SourceFile[]): readonly string[] {
  const targets = new Map(files.map((file) => [file.path, targetsOf(file)]))
  const finished = new Set<string>()
  const path: string[] = []
  const paths: string[] = []
  const walk = (file: string): void => {
    const start = path.indexOf(file)
    if (start >= 0) {
      paths.push([...path.slice(start), file].join(' → '))
      return
    }
    if (finished.has(file)) return
    path.push(file)
    for (const target of targets.get(file) ?? []) walk(target)
    path.pop()
    finished.add(file)
  }
  for (const file of targets.keys()) walk(file)
  return paths
}

describe('import cycles', () => {
  it('do not exist', () => {
    expect(cycles(readSourceFiles())).to.deep.equal([])
  })

  it('are found through type imports and across several files, once each', () => {
    const files: readonly SourceFile[] = [
      { path: 'core/a.ts', text: "import type { B } from './b.js'" },
      { path: 'core/b.ts', text: "export { c } from './c.js'" },
      { path: 'core/c.ts', text: "import { a } from './a.js'" },
      { path: 'core/d.ts', text: "import { a } from './a.js'" },
    ]
    expect(cycles(files)).to.deep.equal(['core/a.ts → core/b.ts → core/c.ts → core/a.ts'])
  })
})
