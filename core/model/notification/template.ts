// The texts of notifications with placeholders in double braces: read and filled by Liquid, which runs no code and reads no files.
import { createRequire } from 'node:module'
import type { Liquid, Template } from 'liquidjs'
import { didYouMean } from '../../ground/nearest.js'
import { isObject } from '../../ground/object.js'
import { createRecent } from '../../ground/recent.js'
import { Refusal } from '../../ground/property/kind.js'
import { quoted } from '../../ground/spell.js'

/** What a template is filled with: texts, and lists of such objects. */
export interface TemplateValues {
  readonly [name: string]: string | number | boolean | TemplateValues | readonly TemplateValues[]
}

/** Milliseconds that one text may take to be filled, on a machine that is busy with others too, and bytes that it may make on the way. */
const limits = { parseLimit: 100_000, renderLimit: 1_000, memoryLimit: 1_000_000 }
/** What would read other templates. */
const withheld = ['include', 'render', 'layout', 'block', 'liquid']

type Kind = 'html' | 'plain'
const engines = new Map<Kind, Liquid>()

// The package takes a while to load; most processes never fill a text.
function engineOf(kind: Kind): Liquid {
  const known = engines.get(kind)
  if (known) return known
  const { Liquid: Engine } = createRequire(import.meta.url)('liquidjs') as { readonly Liquid: typeof Liquid }
  const engine = new Engine({
    ...limits,
    ownPropertyOnly: true,
    strictFilters: true,
    ...(kind === 'html' && { outputEscape: 'escape' }),
  })
  for (const tag of withheld) delete engine.tags[tag]
  engines.set(kind, engine)
  return engine
}

/** Texts that were read last: those of a shop are few, and reading takes longer than filling. */
const read = createRecent<string, readonly Template[]>(200)

function readTemplate(text: string, kind: Kind): Template[] {
  const key = `${kind} ${text}`
  const known = read.get(key) ?? engineOf(kind).parse(text)
  read.set(key, known)
  return [...known]
}

/** Fills it. Throws what Liquid throws: a text that was judged sound may still run into a limit. */
export function fillTemplate(text: string, values: TemplateValues, kind: Kind): string {
  return String(engineOf(kind).renderSync(readTemplate(text, kind), values))
}

/** What keeps a text from being filled: what Liquid cannot read, and the first placeholder that nothing stands behind. */
export function judgeTemplate(label: string, text: string, sample: TemplateValues): Refusal | null {
  const engine = engineOf('plain')
  try {
    for (const segments of engine.globalVariableSegmentsSync(engine.parse(text))) {
      const unknown = unknownAmong(segments, sample)
      if (unknown !== null)
        return new Refusal(`Field ${label} names '${unknown.path}', which is no placeholder.${unknown.hint}`, 'UNKNOWN_FIELD')
    }
    return null
  } catch (error) {
    const [said = ''] = (error instanceof Error ? error.message : '').split(', file:')
    return new Refusal(`Field ${label} cannot be read as a template: ${said.slice(0, 200)}.`, 'INVALID_VALUE')
  }
}

function unknownAmong(
  segments: readonly unknown[],
  sample: TemplateValues,
): { readonly path: string; readonly hint: string } | null {
  let held: unknown = sample
  const path: string[] = []
  for (const segment of segments) {
    // What a list or a text offers of itself (its size, its first) is Liquid's own matter.
    if (!isObject(held)) return null
    path.push(String(segment).slice(0, 60))
    if (typeof segment !== 'string' || !Object.hasOwn(held, segment)) {
      const names = Object.keys(held)
      return { path: path.join('.'), hint: didYouMean(String(segment), names) || ` There are ${quoted(names)}.` }
    }
    held = held[segment]
  }
  return null
}
