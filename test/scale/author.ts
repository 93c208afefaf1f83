// Authors that use REST: one changes the price of the product on sale, others write products. Updates require the revision that was read.
import { setTimeout as sleep } from 'node:timers/promises'
import { accuse, type Diary, keep } from './diary.js'
import type { ScaleShop } from './shop.js'
import { type Answer, Wire } from './wire.js'

const base = '/svc-api/v1/product'
/** Milliseconds between two changes. Shoppers thus find each price valid for a while. */
const rest = 400
/** The number of changes to a product before the next one is created. */
const changes = 3

interface Reply {
  readonly id: number
  readonly record: Readonly<Record<string, unknown>>
}

/** The fields to which the location of a product is written in turn, and the field from which it is read. */
export interface PlaceNames {
  write: readonly string[]
  read: string
}

/** Stored values equal the sent ones, except that numbers can have more decimals. */
const isSame = (stored: unknown, submitted: number | string): boolean => stored === submitted || Number(stored) === submitted

const outdated = ({ status }: Answer): boolean => status === 412

export class Author {
  private readonly wire: Wire

  /** @param name the prefix of the SKUs and locations of this author, which makes them unique */
  constructor(
    port: number,
    private readonly shop: ScaleShop,
    private readonly diary: Diary,
    private readonly name: string,
  ) {
    this.wire = new Wire(port, diary, 'authors', shop.token)
  }

  private async work(isOver: () => boolean, action: (turn: number) => Promise<void>): Promise<void> {
    for (let turn = 1; !isOver(); turn++) {
      try {
        await action(turn)
      } catch (error) {
        accuse(this.diary, error)
      }
      await sleep(rest * (0.5 + Math.random()))
    }
    this.wire.close()
  }

  /** Changes the price of the product on sale repeatedly, with a new price each time. */
  changePrices(isOver: () => boolean): Promise<void> {
    const { product } = this.shop.wares
    return this.work(isOver, async (turn) => {
      const price = 100 + turn
      const started = performance.now()
      await this.change(product, { baseprice: price })
      this.diary.prices.push({ price, sent: started, acknowledged: performance.now() })
    })
  }

  /** Creates products and moves them from location to location. */
  writeProducts(isOver: () => boolean, names: PlaceNames): Promise<void> {
    const createNames = (turn: number, place: string): Readonly<Record<string, string>> => ({
      [names.write[turn % names.write.length]!]: place,
    })
    return this.work(isOver, async (turn) => {
      const title = `${this.name}-${turn}`
      let place = `${this.name}/${turn}`
      const fields = { sku: title, baseprice: turn, title_en_GB: title, title_de_DE: title, tax_class_id: this.shop.taxClass }
      const { data } = await this.wire.call<Reply>('POST', base, { body: { ...fields, ...createNames(turn, place) } })
      const { id } = data
      const entry = { entity: 'product', id, by: this.name }
      // At the end the product must be at its last location.
      keep(this.diary, { ...entry, fields: { sku: title, baseprice: turn, rack: place } })
      for (let step = 1; step <= changes; step++) {
        const [price, before] = [turn + step * 1_000, place]
        place = `${before}/${step}`
        const read = await this.change(id, { baseprice: price, ...createNames(turn + step, place) })
        const location = read[names.read]
        if (location !== before && location !== place)
          throw new Error(`Product ${id} is at '${before}', but was read at '${String(location)}'.`)
        keep(this.diary, { ...entry, fields: { baseprice: price, rack: place } })
      }
    })
  }

  /**
   * Updates the record with If-Match and returns the previous values. If an earlier attempt had no response, the record shows whether it
   * succeeded.
   */
  private async change(id: number, fields: Readonly<Record<string, number | string>>): Promise<Reply['record']> {
    let attempted = false
    for (;;) {
      const { data, etag = '' } = await this.wire.call<Reply>('GET', `${base}/${id}`)
      if (attempted && Object.entries(fields).every(([name, value]) => isSame(data.record[name], value))) return data.record
      const headers = { 'if-match': etag }
      const reply = await this.wire.call('PATCH', `${base}/${id}`, { body: fields, headers, taken: outdated })
      if (reply.status < 300) return data.record
      if (reply.attempts === 1) throw new Error(`Product ${id} was changed by another caller than ${this.name}.`)
      attempted = true
    }
  }
}
