// Parses large JSON in pieces, so the server can handle other requests between the pieces.
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Characters parsed without yielding to the event loop. */
const pieceLength = 262_144

const characterCodes = {
  quote: 0x22,
  backslash: 0x5c,
  comma: 0x2c,
  colon: 0x3a,
  list: 0x5b,
  listEnd: 0x5d,
  object: 0x7b,
  objectEnd: 0x7d,
}
const nonBlankPattern = /[^ \t\r\n]/

export interface LargeJsonReader {
  /** Parses a piece of JSON; throws if it is malformed. `offset` is the position of the piece's first character in the whole text. */
  parse(piece: string, offset: number): unknown
  /** Throws the error for malformed JSON. */
  fail(position: number): never
  /** Validates a value that was parsed in one piece and returns the accepted value. `place` is its path. */
  accept(value: unknown, place: readonly (string | number)[]): unknown
  /** Checks the number of keys of an object that was parsed in several pieces. */
  checkKeys(count: number, place: readonly (string | number)[]): void
}

/** Position of the quotation mark that ends a string, or the length of the text. */
function findStringEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === characterCodes.backslash) at++
    else if (code === characterCodes.quote) return at
  }
  return text.length
}

/** The reader yields to the event loop here. */
const pause = -1

/**
 * Positions of the commas between the members of the array or object that begins at `from`, followed by the position of its end, with
 * pauses in between.
 */
function* findMemberEnds(text: string, from: number, to: number): Generator<number> {
  let depth = 0
  let nextPause = from + pieceLength
  for (let at = from + 1; at < to; at++) {
    if (at > nextPause) {
      yield pause
      nextPause = at + pieceLength
    }
    const code = text.charCodeAt(at)
    if (code === characterCodes.quote) at = findStringEnd(text, at + 1)
    else if (code === characterCodes.list || code === characterCodes.object) depth++
    else if (code === characterCodes.listEnd || code === characterCodes.objectEnd) {
      if (depth-- === 0) return yield at
    } else if (code === characterCodes.comma && depth === 0) yield at
  }
}

class LargeJsonParser {
  constructor(
    private readonly text: string,
    private readonly reader: LargeJsonReader,
  ) {}

  async read(from: number, to: number, place: readonly (string | number)[]): Promise<unknown> {
    const start = this.skipBlanks(from)
    const code = this.text.charCodeAt(start)
    const isList = code === characterCodes.list
    if (to - start <= pieceLength || !(isList || code === characterCodes.object)) return this.readWhole(from, to, place)
    const list: unknown[] = []
    const object = Object.create(null) as Record<string, unknown>
    let [pieceStart, memberStart, end] = [start + 1, start + 1, -1]
    let keyCount = 0
    const take = async (pieceEnd: number, mayBeBlank = false): Promise<void> => {
      // True after a long member, which was parsed separately.
      if (pieceEnd < pieceStart) return
      if (!mayBeBlank && !nonBlankPattern.test(this.text.slice(pieceStart, pieceEnd))) this.reader.fail(pieceEnd)
      keyCount += await this.takePiece(isList ? list : object, pieceStart, pieceEnd, place)
      if (!isList) this.reader.checkKeys(keyCount, place)
    }
    for (const memberEnd of findMemberEnds(this.text, start, to)) {
      if (memberEnd === pause) {
        await nextTurn()
        continue
      }
      if (memberEnd - memberStart > pieceLength && nonBlankPattern.test(this.text.slice(memberStart, memberEnd))) {
        await take(memberStart - 1)
        await this.takeMember(isList ? list : object, memberStart, memberEnd, place)
        pieceStart = memberEnd + 1
      } else if (memberEnd - pieceStart > pieceLength) {
        await take(memberStart - 1)
        pieceStart = memberStart
      }
      memberStart = memberEnd + 1
      end = memberEnd
    }
    if (end < 0 || this.text.charCodeAt(end) !== (isList ? characterCodes.listEnd : characterCodes.objectEnd))
      this.reader.fail(to)
    if (nonBlankPattern.test(this.text.slice(end + 1, to))) this.reader.fail(end + 1)
    await nextTurn()
    await take(end, pieceStart === start + 1)
    return isList ? list : object
  }

  private skipBlanks(from: number): number {
    let at = from
    while (at < this.text.length && this.text.charCodeAt(at) <= 0x20) at++
    return at
  }

  private readWhole(from: number, to: number, place: readonly (string | number)[]): unknown {
    return this.reader.accept(this.reader.parse(this.text.slice(from, to), from), place)
  }

  /** Parses consecutive short members in one piece. Returns their number. */
  private async takePiece(
    target: unknown[] | Record<string, unknown>,
    from: number,
    to: number,
    place: readonly (string | number)[],
  ): Promise<number> {
    const members = this.text.slice(from, to)
    const { reader } = this
    let count = 0
    if (Array.isArray(target)) {
      const path = [...place, 0]
      for (const value of reader.parse(`[${members}]`, from - 1) as readonly unknown[]) {
        path[place.length] = target.length
        target.push(reader.accept(value, path))
        count++
      }
    } else {
      const piece = reader.parse(`{${members}}`, from - 1) as Readonly<Record<string, unknown>>
      for (const name of Object.keys(piece)) {
        target[name] = reader.accept(piece[name], [...place, name])
        count++
      }
    }
    await nextTurn()
    return count
  }

  private async takeMember(
    target: unknown[] | Record<string, unknown>,
    from: number,
    to: number,
    place: readonly (string | number)[],
  ): Promise<void> {
    if (Array.isArray(target)) target.push(await this.read(from, to, [...place, target.length]))
    else {
      const start = this.skipBlanks(from)
      const colon = this.text.indexOf(':', findStringEnd(this.text, start + 1))
      if (this.text.charCodeAt(start) !== characterCodes.quote || colon < 0 || colon > to) this.reader.fail(start)
      const key = String(this.reader.accept(this.reader.parse(this.text.slice(start, colon), start), place))
      target[key] = await this.read(colon + 1, to, [...place, key])
    }
    await nextTurn()
  }
}

export const parseLargeJson = (text: string, reader: LargeJsonReader): Promise<unknown> =>
  new LargeJsonParser(text, reader).read(0, text.length, [])

/** For JSON that the service wrote itself. Objects of large texts have no prototype. */
export const parseTrustedJson = (text: string): Promise<unknown> =>
  parseLargeJson(text, {
    parse: (piece) => JSON.parse(piece) as unknown,
    fail(position) {
      throw new Error(`Malformed JSON at position ${position}.`)
    },
    accept: (value) => value,
    checkKeys: () => undefined,
  })
