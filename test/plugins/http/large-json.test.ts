// Large JSON bodies: parsed in parts with the same result as one parse, without blocking the event loop.
import { expect } from 'chai'
import { ValidationError } from '#core/foundation/errors.js'
import { parseBodyFields } from '../../../plugins/http/body/body-fields.js'
import { catchError } from '../../support/caught-error.js'

const limit = 16 * 1_048_576

const read = async (text: string): Promise<unknown> =>
  parseBodyFields(Buffer.from(text), 'application/json', { mayBeEmpty: false, limit })

const listOf = (item: string, size: number): string =>
  `[${Array(Math.ceil(size / (item.length + 1)))
    .fill(item)
    .join(',')}]`

/** Bodies of more than 1 MiB with long members at the start, in the middle and at the end. */
const size = 1_200_000
const long = JSON.stringify('a "quoted" \\ text, with ] and }'.repeat(20_000))
const cells = listOf('{ "row": 1, "column": 2.5, "value": "x,y" }', size)
const bodies: Readonly<Record<string, string>> = {
  'a list of numbers': `{"a":${listOf('1', size)}}`,
  'a list of objects between short members': `{"title":"Größe","cells": ${cells} , "last":[null,true,-1.5e3]}`,
  'long texts': `{"a":${long},"b":[${long},1,${long}],"c":${long}}`,
  'long members in a row': `\n{ "a" : ${cells} ,"b":{"c":${cells}}\n}\n`,
  'many keys in many objects': `{"a":[${Array.from({ length: 150 }, (_, i) => `{${Array.from({ length: 900 }, (_, k) => `"k${i * k}":${k}`).join(',')}}`).join(',')}]}`,
  'duplicate keys': `{"a":1,"__proto__":2,"b":${cells},"a":3}`,
  'a list of blanks only': `{"a":[${' '.repeat(size)}]}`,
}

describe('large JSON bodies', function () {
  this.timeout(60_000)

  for (const [name, text] of Object.entries(bodies)) {
    it(`give the same fields in parts as in one parse for ${name}`, async () => {
      expect(JSON.stringify(await read(text))).to.equal(JSON.stringify(JSON.parse(text)))
    })
  }

  it('do not block other work while they are parsed', async () => {
    let turns = 0
    let isOver = false
    const count = (): void => {
      turns++
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    await read(`{"a":${listOf('1', 4 * size)}}`)
    isOver = true
    expect(turns).to.be.greaterThan(10)
  })

  it('are rejected for errors at any position, with line and column if known', async () => {
    const texts = [
      `{"a":${cells.slice(0, -1)},]}`,
      `{"a":${cells},}`,
      `{"a":${cells},"b"}`,
      `{"a":${cells},1:2}`,
      `{"a":[,${cells}]}`,
      `{"a":[1,,${cells}]}`,
      `{"a":[1 ${cells}]}`,
      `{"a":${cells}]`,
      `{"a":${cells}`,
      `{"a":${cells},"b":${long.slice(0, -1)}}`,
      `{"a" 1:${cells}}`,
      `{"a":[${' '.repeat(size)},]}`,
    ]
    for (const text of texts) {
      const error = await catchError(read(text))
      expect(error, text.slice(-30)).to.be.instanceOf(ValidationError)
      expect(error.message, text.slice(-30)).to.contain('The body is not valid JSON')
    }
    expect((await catchError(read(`{"a":${cells},\n"b":1} x`))).message).to.contain('line 2, column 7')
    expect((await catchError(read(`{\n\n"a":[,${cells}]}`))).message).to.contain('line 3, column 6')
  })

  it('are rejected with the field name of an invalid value', async () => {
    const list = listOf('1', size).slice(0, -1)
    const count = list.split(',').length
    const issueOf = async (text: string): Promise<string | undefined> =>
      ((await catchError(read(text))) as ValidationError).issues[0]?.field
    expect(await issueOf(`{"a":${list},9007199254740993]}`)).to.equal(`a[${count}]`)
    expect(await issueOf(`{"a":${cells},"b":{"c":"\\u0000"}}`)).to.equal('b.c')
    const keys = Array.from({ length: 10_001 }, (_, i) => `"${'k'.repeat(120)}${i}":1`).join(',')
    expect(await issueOf(`{"a":{${keys}}}`)).to.equal('a')
  })
})
