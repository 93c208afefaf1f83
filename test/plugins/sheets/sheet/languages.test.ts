// A sheet with other languages than the shop: texts are matched by language, and omitted and missing languages are reported.
import { expect } from 'chai'
import { bootTestApp, type TestApp } from '../../../support/test-app.js'
import { formatSheetText } from '../../../../plugins/sheets/sheet/write.js'
import { catchValidationError } from '../../../support/validation-error.js'
import { applySheetText } from '../sheet-copy.js'

const lamp = `sheet: 1
product: lamp
title: { en-GB: Lamp, de-DE: Lampe, he-IL: מנורה }
label: { en-GB: lamp, de-DE: leuchte, he-IL: lamp }
description: { en-GB: Made of wood., he-IL: עץ }
tax_class_id: Standard
pages:
  - title: { en-GB: Shape, de-DE: Form, he-IL: צורה }
    questions:
      wood:
        title: { en-GB: Wood, de-DE: Holz, he-IL: עץ }
        question_type: Radiobuttons
        answers:
          - { title: { en-GB: Oak, de-DE: Eiche, he-IL: אלון }, price: 10 }
          - { title: 4711 }
      cord: { title: { en-GB: Cord, de-DE: Kabel, he-IL: כבל }, rules: wood == oak or wood == _4711 }
`

describe('A sheet in a shop with other languages', () => {
  for (const languages of [['de-DE', 'en-GB'], ['fr-FR', 'de-AT'], ['he-IL'], ['en-GB', 'de-DE', 'he-IL']] as const) {
    it(`creates the same product in ${languages.join(' and ')}, and changes nothing the second time`, async () => {
      const app = await bootTestApp({ languages })
      try {
        const report = await applySheetText(app, lamp)
        expect(report.counts.created).to.deep.equal({ product: 1, page: 1, question: 2, answer: 2 })
        const tags = ['en-GB', 'de-DE', 'he-IL']
        const without = (languageTags: readonly string[], otherTags: readonly string[]): readonly string[] | undefined => {
          const rest = languageTags.filter((tag) => !otherTags.includes(tag))
          return rest.length === 0 ? undefined : rest
        }
        expect(report.languages_left_out).to.deep.equal(without(tags, languages))
        expect(report.languages_lacking).to.deep.equal(without(languages, tags))
        const again = await applySheetText(app, lamp)
        expect(again.counts).to.deep.equal({ created: {}, changed: {}, deleted: {} })
        const pruned = await applySheetText(app, lamp, { prune: true })
        expect(pruned.counts.deleted).to.deep.equal({})
        expect(pruned.counts.created).to.deep.equal({})
      } finally {
        await app.stop()
      }
    })
  }

  describe('with only some of them', () => {
    let app: TestApp
    before(async () => {
      app = await bootTestApp({ languages: ['fr-FR', 'de-AT', 'pl-PL'] })
    })
    after(() => app.stop())

    it('uses the same language of another country, and otherwise the first language of the sheet for required texts', async () => {
      const { product_id: id } = await applySheetText(app, lamp)
      const { record } = await app.records.read('product', id)
      expect(record).to.include({ title_fr_FR: 'Lamp', title_de_AT: 'Lampe', title_pl_PL: 'Lamp', label_de_AT: 'leuchte' })
      expect(record).to.include({ description_fr_FR: 'Made of wood.', description_de_AT: '', description_pl_PL: '' })
    })

    it('reports an error of a text without a language once', async () => {
      const app = await bootTestApp({ languages: ['en-GB', 'de-DE'] })
      try {
        const { product_id: id } = await applySheetText(app, lamp.replace(/^label: .*$/m, 'label: lamp'))
        const duplicate = lamp.replace('product: lamp', 'product: twin').replace(/^label: .*$/m, 'label: lamp')
        const refusal = await catchValidationError(applySheetText(app, duplicate))
        expect(refusal.issues.map(({ message }) => message)).to.deep.equal([
          `Line 4, 'label': Field URL handle must be unique: 'lamp' is already used by product ${id}.`,
        ])
      } finally {
        await app.stop()
      }
    })

    it('keeps texts that were translated after its import', async () => {
      const { product_id: id } = await applySheetText(app, lamp)
      await app.records.write('product', { title_fr_FR: 'Lampe de bureau', description_pl_PL: 'Drewno' }, { id })
      const again = await applySheetText(app, lamp, { prune: true })
      expect(again.counts.changed).to.deep.equal({})
      expect((await app.records.read('product', id)).record).to.include({
        title_fr_FR: 'Lampe de bureau',
        description_pl_PL: 'Drewno',
      })
    })

    it('is exported in the languages of the shop', async () => {
      const { product_id: id } = await applySheetText(app, lamp)
      expect(await formatSheetText(app.shop.createContext({}), id)).to.include('fr-FR: Lampe de bureau')
    })
  })
})
