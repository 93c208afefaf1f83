// The lines of a file in a package become records, with any set and order of keys.
import { expect } from 'chai'
import { requireEntity } from '../../../../core/model/registry.js'
import { getRowFields, readRow } from '../../../../core/transfer/import/read-row.js'
import type { TransferFinding } from '../../../../core/transfer/findings.js'
import type { PackageRecord } from '../../../../core/transfer/package/rows.js'
import { createCoreRegistry } from '../../../support/core-registry.js'

const languages = ['en-GB', 'de-DE']
const registry = createCoreRegistry()

describe('The lines of a file in a package', () => {
  const rows: readonly PackageRecord[] = [
    { id: 1, question_id: 4, sku: 'oak', price: 2.5, weight: null, title_en_GB: 'Oak', title_de_DE: 'Eiche' },
    { id: 2, question_id: 4, sku: 'elm', price: 3, weight: 7, title_en_GB: 'Elm', title_de_DE: '' },
    { title_en_GB: 'Ash', weight: 1, price: null, question_id: 5, id: 3 },
    { id: 4, question_id: 5, sku: 'ash', price: 4, colour: 'grey', title_en_GB: 'Ash', title_de_DE: 'Esche' },
    { id: 5, question_id: 6, sku: '', price: 0, weight: 2, title_en_GB: 'Fir', title_de_DE: 'Tanne' },
  ]

  /** If `isAlone`, each line is read as the first one of its file. */
  function read(isAlone: boolean) {
    const findings: TransferFinding[] = []
    const reading = { product: 1, languages, written: languages, findings }
    const fields = (): ReturnType<typeof getRowFields> =>
      getRowFields(requireEntity(registry, 'answer'), {
        registry,
        ...(isAlone ? { languages: [...languages], written: [...languages] } : reading),
      })
    const records = rows.map((row) => {
      const { values, note } = readRow(reading, fields(), row)
      const names = (properties: typeof note.filled): readonly string[] => properties.map(({ name }) => name).sort()
      return { values, filled: names(note.filled), emptied: names(note.emptied) }
    })
    return { records, findings }
  }

  it('are read by their own keys, independent of the previous lines', () => {
    expect(read(false)).to.deep.equal(read(true))
    const { records, findings } = read(false)
    const [oak, elm, ash, grey] = records.map(({ values }) => values)
    expect(oak).to.include({ id: 1, sku: 'oak', price: 2.5, weight: null, title: 'Oak' })
    expect(elm).to.include({ sku: 'elm', weight: 7, title_en_GB: 'Elm' })
    expect(ash).to.include({ id: 3, question_id: 5, weight: 1, price: null, sku: undefined, title: 'Ash' })
    expect(grey).to.include({ sku: 'ash', weight: undefined }).and.not.to.have.property('colour')
    expect(records[2]!.filled).to.deep.equal(['question_id', 'weight'])
    // Both fields have the default 0 in a new answer.
    expect(records.map(({ emptied }) => emptied)).to.deep.equal([['weight'], [], ['price'], [], []])
    expect(records[4]!.filled, 'no fields with the default value').to.deep.equal(['question_id', 'weight'])
    expect(findings.map(({ kind, id, field }) => [kind, id, field])).to.deep.equal([['unknown-field', 4, 'colour']])
  })
})
