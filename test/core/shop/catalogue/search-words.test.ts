// The words of the product search: spellings, typing errors, and a comparison with a search without shortcuts.
import { expect } from 'chai'
import fc from 'fast-check'
import { listSpellings, splitWords } from '../../../../core/foundation/language/words.js'
import { LanguageIndex, type ProductTexts, getMaximumEdits } from '../../../../core/shop/catalogue/search/product-words.js'

interface SampleProduct extends Omit<ProductTexts, 'fields'> {
  readonly sku: string
}

async function indexSamples(
  samples: readonly SampleProduct[],
  language: string,
  previous: LanguageIndex | null = null,
): Promise<LanguageIndex> {
  const products = new Map(samples.map(({ sku }, at) => [at + 1, { revision: 1, sku }]))
  return LanguageIndex.create(language, products, previous, () =>
    Promise.resolve((id) => ({ ...samples[id - 1]!, fields: new Map() })),
  )
}

/** The matching ids, the best first. */
async function search(samples: readonly SampleProduct[], query: string, language = 'en-GB'): Promise<readonly number[]> {
  const ranks = (await indexSamples(samples, language)).search(query)
  return [...(ranks ?? [])].sort(([a, rank], [b, other]) => rank - other || a - b).map(([id]) => id)
}

const titled = (...titles: readonly string[]): readonly SampleProduct[] =>
  titles.map((title) => ({ title, sku: '', description: '' }))

describe('the words of a product search', () => {
  it('have the bare spelling and the expanded spelling of an umlaut', () => {
    expect(listSpellings('größe')).to.deep.equal(['grosse', 'groesse'])
    expect(listSpellings('éclair')).to.deep.equal(['eclair'])
    expect(listSpellings('smørrebrød')).to.deep.equal(['smorrebrod', 'smoerrebroed'])
    expect(listSpellings('blue')).to.deep.equal(['blue'])
    expect(listSpellings('שָׁלוֹם')).to.deep.equal(['שלום'])
  })

  it('are sequences of letters and digits, and words of a dictionary where a script has no spaces', () => {
    expect(splitWords('Doppel-Rollo, 2.5 m (weiß)', 'de-DE')).to.deep.equal(['doppel', 'rollo', '2', '5', 'm', 'weiß'])
    expect(splitWords('布の椅子', 'ja-JP')).to.deep.equal(['布', 'の', '椅子'])
  })

  it('may have one typing error from 4 letters on, two from 8 letters on, and none with digits', () => {
    const lengths = ['abc', 'abcd', 'abcdefg', 'abcdefgh', 'a1bcdefgh']
    expect(lengths.map(getMaximumEdits)).to.deep.equal([0, 1, 1, 2, 0])
  })
})

describe('the search in the words of products', () => {
  it('finds a word with any single typing error, also at its start and with swapped letters', async () => {
    const samples = titled('Chair', 'Table')
    for (const typed of ['chair', 'chaiir', 'chir', 'chaur', 'xhair', 'cahir', 'CHAÏR']) {
      expect([typed, await search(samples, `${typed} `)]).to.deep.equal([typed, [1]])
    }
    for (const typed of ['chaxxr', 'cha', 'hcari']) expect([typed, await search(samples, `${typed} `)]).to.deep.equal([typed, []])
  })

  it('finds two typing errors only in words from 8 letters on', async () => {
    const samples = titled('Wardrobe', 'Cabinet')
    expect(await search(samples, 'wradrobee ')).to.deep.equal([1])
    expect(await search(samples, 'cabxnex ')).to.deep.equal([])
  })

  it('finds umlauts in each spelling, in both directions', async () => {
    const samples = titled('Möbel', 'Moebel', 'Mobel')
    for (const typed of ['möbel', 'MÖBEL', 'moebel', 'mo\u0308bel']) {
      expect([typed, (await search(samples, typed, 'de-DE')).slice(0, 2)]).to.deep.equal([typed, [1, 2]])
    }
    expect((await search(samples, 'mobel', 'de-DE')).slice(0, 2)).to.deep.equal([1, 3])
    expect(await search(titled('Weißer Tisch'), 'weisser tisch', 'de-DE')).to.deep.equal([1])
  })

  it('needs all words, and completes only the last word', async () => {
    const samples = titled('Oak chair', 'Oak table', 'Charcoal grill')
    expect(await search(samples, 'oak ch')).to.deep.equal([1])
    expect(await search(samples, 'ch oak')).to.deep.equal([])
    expect(await search(samples, 'cha')).to.deep.equal([1, 3])
    expect(await search(samples, 'cha ')).to.deep.equal([])
  })

  it('ranks titles above SKUs above descriptions, and exact words above typing errors', async () => {
    const samples: readonly SampleProduct[] = [
      { title: 'Board', sku: '', description: '<p class="panel">A <b>linen</b> cloth</p>' },
      { title: 'Cover', sku: 'LINEN-1', description: '' },
      { title: 'Linen cover', sku: '', description: '' },
      { title: 'Linem cover', sku: '', description: '' },
      { title: 'Linens', sku: '', description: '' },
    ]
    expect(await search(samples, 'linen')).to.deep.equal([3, 5, 2, 1, 4])
    expect(await search(samples, 'panel')).to.deep.equal([])
  })

  it('finds a SKU with and without separators, but not a similar one', async () => {
    const samples = [{ title: 'A', sku: 'RB-1001/W', description: '' }]
    for (const typed of ['rb-1001/w', 'RB1001W', 'rb 1001', 'rb-10']) expect(await search(samples, typed)).to.deep.equal([1])
    expect(await search(samples, 'rb-1002')).to.deep.equal([])
  })

  it('finds the main word of a compound in German, but not in English', async () => {
    expect(await search(titled('Doppelrollo'), 'rollo weiß', 'de-DE')).to.deep.equal([])
    expect(await search(titled('Doppelrollo weiß'), 'rollo weiß', 'de-DE')).to.deep.equal([1])
    expect(await search(titled('Doppelrollo white'), 'rollo white')).to.deep.equal([])
  })

  it('has no result for a query without words', async () => {
    expect((await indexSamples(titled('A'), 'en-GB')).search(' !? ')).to.equal(null)
  })

  it('reads only changed products again', async () => {
    const first = await indexSamples(titled('Chair', 'Table'), 'en-GB')
    const products = new Map([
      [1, { revision: 1, sku: '' }],
      [2, { revision: 2, sku: '' }],
    ])
    const read: (readonly number[])[] = []
    const second = await LanguageIndex.create('en-GB', products, first, (ids) => {
      read.push(ids)
      return Promise.resolve(() => ({ title: 'Bench', description: '', fields: new Map() }))
    })
    expect(read).to.deep.equal([[2]])
    expect([...second.search('bench')!.keys()]).to.deep.equal([2])
    expect([...second.search('chair')!.keys()]).to.deep.equal([1])
    expect(second.search('table')!.size).to.equal(0)
    expect([...first.search('table')!.keys()]).to.deep.equal([2])
  })

  it('finds exactly the products that a search without shortcuts finds', async function () {
    this.timeout(60_000)
    const letters = fc.constantFrom('a', 'b', 'ä', 'ß', 'é', 'o', 'e', '1')
    const word = fc.array(letters, { minLength: 1, maxLength: 10 }).map((parts) => parts.join(''))
    const text = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
    const product = fc.record({ title: text, sku: word, description: text })
    const language = fc.constantFrom('en-GB', 'de-DE')
    await fc.assert(
      fc.asyncProperty(
        fc.array(product, { minLength: 1, maxLength: 8 }),
        text,
        language,
        fc.boolean(),
        async (samples, query, tag, isOpen) => {
          const typed = isOpen ? query : `${query} `
          const expected = samples.flatMap((sample, at) => (matchesNaively(sample, typed, tag) ? [at + 1] : []))
          expect([...(await search(samples, typed, tag))].sort((a, b) => a - b)).to.deep.equal(expected)
        },
      ),
      { numRuns: 500 },
    )
  })
})

/** Edit distance with adjacent swaps, straight from its definition. */
function countEdits(a: string, b: string, known = new Map<string, number>()): number {
  if (a === '' || b === '') return a.length + b.length
  const key = `${a} ${b}`
  const cached = known.get(key)
  if (cached !== undefined) return cached
  const options = [
    countEdits(a.slice(1), b, known) + 1,
    countEdits(a, b.slice(1), known) + 1,
    countEdits(a.slice(1), b.slice(1), known) + (a[0] === b[0] ? 0 : 1),
  ]
  if (a.length > 1 && b.length > 1 && a[0] === b[1] && a[1] === b[0]) options.push(countEdits(a.slice(2), b.slice(2), known) + 1)
  const least = Math.min(...options)
  known.set(key, least)
  return least
}

const spell = (word: string): readonly string[] => {
  const bare = word.replaceAll('ä', 'a').replaceAll('é', 'e').replaceAll('ß', 'ss')
  const expanded = word.replaceAll('ä', 'ae').replaceAll('é', 'e').replaceAll('ß', 'ss')
  return [bare, expanded]
}

function matchesNaively({ title, sku, description }: SampleProduct, query: string, language: string): boolean {
  const words = `${title} ${sku} ${description}`.split(' ')
  const typedWords = query.trim().split(' ')
  return typedWords.every((typed, at) => {
    const isOpen = at === typedWords.length - 1 && !query.endsWith(' ')
    const bare = spell(typed)[0]!
    const most = bare.includes('1') || bare.length < 4 ? 0 : bare.length < 8 ? 1 : 2
    return words.some((word) =>
      spell(word).some((spelling) =>
        spell(typed).some((start) => {
          if (isOpen && spelling.startsWith(start)) return true
          if (language === 'de-DE' && bare.length >= 4 && spelling.endsWith(start)) return true
          return countEdits(start, spelling) <= most
        }),
      ),
    )
  })
}
