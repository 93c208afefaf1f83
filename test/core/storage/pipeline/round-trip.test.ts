// Every entity with random records: what was written is read back equal, and what is wrong is refused by name and changes nothing.
import { expect } from 'chai'
import fc from 'fast-check'
import type { Entity } from '../../../../core/model/entity/define.js'
import { isReadable } from '../../../../core/model/entity/readable.js'
import { read } from '../../../../core/storage/record/read.js'
import { remove } from '../../../../core/storage/pipeline/remove.js'
import { write } from '../../../../core/storage/pipeline/write.js'
import { expectedValue, soundRecord, wrongValues } from '../../../support/arbitrary-records.js'
import { openTestContext, type TestContext } from '../../../support/context.js'
import { onServer } from '../../../support/database.js'
import { entities } from '../../../../core/model/entities/index.js'
import { refusalOf } from '../../../support/refusal.js'
import { createWorld, smallestInput, type World } from '../../../support/world.js'

const numRuns = onServer ? 4 : 15
const seed = 20_261

describe('any record', () => {
  let context: TestContext
  let world: World
  let bodies = 0
  before(async () => {
    context = await openTestContext()
    // The seed has every code that there is; random ones need room.
    await context.database.run('DELETE FROM svc_currency WHERE is_base = 0')
    world = await createWorld(context)
  })
  after(() => context.database.close())

  /** A calculation takes one body only, so each new body gets a calculation of its own. */
  async function ownCalculation(entity: Entity): Promise<Readonly<Record<string, unknown>>> {
    if (!Object.values(entity.properties).some((property) => property.name === 'calculation_id' && property.required)) return {}
    const input = { name: `Body ${++bodies}`, product_id: world.get('product') }
    return { calculation_id: (await write(context, 'calculation', input)).id }
  }

  function expectEqual(entity: Entity, sent: Readonly<Record<string, unknown>>, record: Readonly<Record<string, unknown>>): void {
    for (const property of Object.values(entity.properties).filter(isReadable)) {
      const keys = property.translatable ? [`${property.name}_en_GB`, `${property.name}_de_DE`] : [property.name]
      for (const key of keys) {
        if (!Object.hasOwn(sent, key) || (sent[key] === null && property.default !== undefined)) continue
        // A label is derived where none was sent, and a place is given.
        if ((property.name === 'label' || property.name === 'ordering') && sent[key] === null) continue
        expect(record[key], `${entity.name}.${key}`).to.deep.equal(expectedValue(property, sent[key]))
      }
    }
  }

  async function rowCounts(): Promise<string> {
    const tables = [...context.registry.entities.values()].map((entity) => entity.table)
    const parts = [...tables, 'svc_texts', 'svc_references', 'svc_unique_texts'].map(
      (table) => `SELECT COUNT(*) AS n FROM ${table}`,
    )
    return JSON.stringify(await context.database.query(parts.join(' UNION ALL ')))
  }

  for (const { name } of entities) {
    it(`of ${name} is read back as it was written`, async () => {
      const entity = context.registry.entities.get(name)!
      await fc.assert(
        fc.asyncProperty(soundRecord(entity, world), soundRecord(entity, world), async (first, second) => {
          let id = 1
          if (!entity.singleton) {
            const input = { ...first, ...(await ownCalculation(entity)) }
            id = (await write(context, name, input, { internal: true })).id
            expectEqual(entity, input, (await read(context, name, id)).record)
          }
          const locked = Object.values(entity.properties).filter(
            (property) => property.locked || property.name === 'calculation_id',
          )
          for (const property of locked) delete second[property.name]
          await write(context, name, second, { id, internal: true })
          expectEqual(entity, second, (await read(context, name, id)).record)
          if (!entity.singleton) await remove(context, name, id, { internal: true })
        }),
        { numRuns, seed },
      )
    })

    it(`of ${name} with a wrong field is refused by its name and changes nothing`, async () => {
      const entity = context.registry.entities.get(name)!
      const before = await rowCounts()
      for (const property of Object.values(entity.properties)) {
        for (const wrong of wrongValues(property)) {
          const field = property.translatable ? `${property.name}_de_DE` : property.name
          const input = { ...smallestInput(entity, (other) => world.get(other) ?? 1), [field]: wrong }
          const work = write(context, name, input, entity.singleton ? { id: 1, internal: true } : { internal: true })
          const { issues } = await refusalOf(work).catch((error: unknown) => {
            throw new Error(`${name}.${field} took ${JSON.stringify(wrong)?.slice(0, 50)}`, { cause: error })
          })
          const fields = issues.map((issue) => /^\w+/.exec(issue.field)?.[0])
          expect(fields, `${name}.${field} = ${JSON.stringify(wrong)?.slice(0, 50)}`).to.include(field)
        }
      }
      expect(await rowCounts()).to.equal(before)
    })
  }
})
