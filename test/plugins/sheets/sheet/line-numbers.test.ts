// Line numbers by path: a path without an entry of its own has the line of the closest parent, for any characters in keys.
import { expect } from 'chai'
import { ValidationError } from '../../../../core/foundation/errors.js'
import { readSheet } from '../../../../plugins/sheets/sheet/read.js'
import { SourcePositions, readYaml } from '../../../../plugins/sheets/sheet/yaml.js'
import { bootTestApp } from '../../../support/test-app.js'
import { catchError } from '../../../support/caught-error.js'

describe('Line numbers by path', () => {
  const places = new SourcePositions()
  places.lines.set('pages', 4).set('pages[0]', 5).set('pages[0].questions.a]', 7)

  it('belong to the path or to its closest parent', () => {
    expect(places.lineOf('pages[0]')).to.equal(5)
    expect(places.lineOf('pages[0].title.de-DE')).to.equal(5)
    expect(places.lineOf('pages[3].title')).to.equal(4)
    expect(places.lineOf('pages[0].questions.a].rules.any[1]')).to.equal(7)
    expect(places.lineOf('title')).to.equal(1)
  })

  it('are found in linear time for keys with any characters and of any length', () => {
    for (const path of ['a]', 'a.', '.', '[', 'a[b]', ']'.repeat(300_000), '.'.repeat(300_000), `${'a'.repeat(300_000)}]`])
      expect(new SourcePositions().lineOf(path)).to.equal(1)
  })

  it('are found in the places of a worker job as in the places of the parser, in any order', () => {
    const keys = ['b', 'a', 'a["b",1]', 'a[', ',7],["c', 'é"\\n', 'z']
    const { places: parsed } = readYaml(keys.map((key) => `${JSON.stringify(key)}: { x: 1 }\n`).join(''))
    const stored = new SourcePositions({ lines: JSON.stringify([...parsed.lines]), sources: '[]' })
    for (const path of [...parsed.lines.keys(), ...[...parsed.lines.keys()].toReversed(), 'b.x.y', 'c', 'z[3]', 'a.x'])
      expect(stored.lineOf(path), path).to.equal(parsed.lineOf(path))
  })

  it('are 1 if the sheet is not a text', async () => {
    const app = await bootTestApp()
    const sheet = {
      sheet: 1,
      product: 'lamp',
      title: 'Lamp',
      pages: [{ title: 'A', questions: { 'a]': { title: 'B', foo: 1 } } }],
    }
    const refused = await catchError(readSheet(app.context.registry, ['en-GB'], { value: sheet, places: new SourcePositions() }))
    await app.stop()
    expect(refused).to.be.instanceOf(ValidationError)
    expect(refused.message).to.match(/^Line 1, 'pages\[0\]\.questions\.a\]/)
  })
})
