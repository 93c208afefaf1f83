// docs/guides/mail.md lists every placeholder, and its template is valid.
import { expect } from 'chai'
import { sampleValues } from '../../core/model/notification/sample.js'
import { fillTemplate, findTemplateProblems } from '../../core/model/notification/template.js'
import { readRepositoryFile } from '../support/repository.js'
import { blocksOf } from './blocks.js'

describe('docs/guides/mail.md', () => {
  const text = readRepositoryFile('docs/guides/mail.md')
  const rows = new Map(
    [...text.matchAll(/^\| (.+?) \| (.+?) \|$/gm)].map(([, name = '', description = '']) => [name, description]),
  )
  const listed = (row: string): readonly string[] => [...(rows.get(row) ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name)

  it('lists exactly the existing placeholders', () => {
    const { shop, customer, order, shipment, quote } = sampleValues
    expect(listed('`shop.` …')).to.deep.equal(Object.keys(shop))
    expect(listed('`customer.` …')).to.deep.equal(Object.keys(customer))
    expect(listed('`order.` …')).to.deep.equal(Object.keys(order))
    expect(listed('`shipment.` …')).to.deep.equal(Object.keys(shipment))
    expect(listed('a line of `shipment.lines`')).to.deep.equal(Object.keys(shipment.lines[0]!))
    expect(Object.keys(quote)).to.deep.equal(Object.keys(order))
    expect(listed('a line of `order.lines`')).to.deep.equal(Object.keys(order.lines[0]!))
    expect(listed('a sum of `order.sums`')).to.deep.equal(Object.keys(order.sums[0]!))
    expect(listed('an option of a line')).to.deep.equal(Object.keys(order.lines[0]!.options[0]!))
    expect(listed('`order.billing.` …')).to.deep.equal(Object.keys(order.billing))
  })

  it('shows a template that renders', async () => {
    const block = blocksOf('docs/guides/mail.md', text).find(({ text: blockText }) => blockText.includes('{{'))!
    expect(findTemplateProblems('Body', block.text, sampleValues)).to.deep.equal([])
    const filled = await fillTemplate(block.text, sampleValues, 'html')
    for (const words of ['2 × Roller blind: €198.73', 'Parcel: €4.90', 'Payment method: Bank transfer'])
      expect(filled).to.contain(words)
  })
})
