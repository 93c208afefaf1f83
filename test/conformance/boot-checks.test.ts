// docs/reference/boot-checks.md lists exactly the ids of faults that prevent the service from starting.
import { expect } from 'chai'
import { toClashId, listPointNames, points } from '../../core/contribution/points.js'
import { readRepositoryFile, type SourceFile, readSourceFiles } from '../support/repository.js'

/** The ids of faults in a file: `id: 'kebab-case'`, or the first argument of `createBootFault('kebab-case', …)` or a function `fault`. */
function idsOf(file: SourceFile): readonly string[] {
  if (!/^(core|plugins)\//.test(file.path) || !/Fault\b/.test(file.text)) return []
  return [...file.text.matchAll(/\b(?:id: |fault\(\s*|createBootFault\(\s*)'([a-z]+(?:-[a-z]+)*)'/g)].map(
    (match) => match[1] ?? '',
  )
}

function documentedIds(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^\| `([a-z-]+)` \|/gm)].map((match) => match[1] ?? '')
}

function difference(
  files: readonly SourceFile[],
  markdown: string,
  fileNames: readonly string[] = [],
): { readonly missing: readonly string[]; readonly stale: readonly string[] } {
  const used = new Set([...fileNames, ...files.flatMap(idsOf)])
  const documented = new Set(documentedIds(markdown))
  return { missing: [...used].filter((id) => !documented.has(id)), stale: [...documented].filter((id) => !used.has(id)) }
}

describe('docs/reference/boot-checks.md', () => {
  it('lists exactly the ids in the code, including the clash of each contribution point', () => {
    const clashes = listPointNames.map((name) => toClashId(points[name].noun))
    expect(difference(readSourceFiles(), readRepositoryFile('docs/reference/boot-checks.md'), clashes)).to.deep.equal({
      missing: [],
      stale: [],
    })
  })

  it('is reported with a missing and a stale id', () => {
    const files: readonly SourceFile[] = [
      { path: 'core/boot/checks.ts', text: "const a: Fault = { id: 'plugin-name', owner }\nreturn fault('core-range', 'core')" },
      { path: 'core/app.ts', text: "const other = { id: 'no-check' }" },
    ]
    expect(difference(files, '| `plugin-name` | two plugins |\n| `gone` | nothing |')).to.deep.equal({
      missing: ['core-range'],
      stale: ['gone'],
    })
  })
})
