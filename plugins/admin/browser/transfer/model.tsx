// Imports a product model or price table of another program as a sheet, which can then be edited and applied.
import { type ReactNode, useState } from 'react'
import { act, Refused, Told, useDoing } from './act.js'
import type { PartProps } from './part-props.js'
import { say } from './wording/say.js'

interface Drawn {
  readonly format: string
  readonly counts: Readonly<Record<string, number>>
  readonly findings: readonly { readonly message: string }[]
  readonly sheet: string
}

/** Options that a file leaves open. The server's error names the missing option in brackets. Each choice has its label. */
const choices = {
  lookup: { nextHigher: 'lookupHigher', nextLower: 'lookupLower', exact: 'lookupExact' },
  decimal: { comma: 'decimalComma', point: 'decimalPoint' },
  duplicates: { first: 'duplicateFirst', last: 'duplicateLast', lowest: 'duplicateLowest', highest: 'duplicateHighest' },
} as const
type Choice = keyof typeof choices

/** The bytes of a file as Base64. */
async function base64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  for (let at = 0; at < bytes.length; at += 8_192) binary += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return btoa(binary)
}

export function Model({ onSheet, mayWrite }: PartProps): ReactNode {
  const [file, setFile] = useState<File | null>(null)
  const [title, setTitle] = useState('')
  const [product, setProduct] = useState('')
  const [chosen, setChosen] = useState<Readonly<Partial<Record<Choice, string>>>>({})
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const { busy, failure, run } = useDoing()
  const read = (): void =>
    void run(async () => {
      if (!file) return
      setDrawn(null)
      const said = Object.entries({ title: title.trim(), product: product.trim(), ...chosen }).filter(([, value]) => value !== '')
      setDrawn(await act<Drawn>('import-model', { content: await base64(file), name: file.name, ...Object.fromEntries(said) }))
    })
  return (
    <section className="card" aria-labelledby="model-title">
      <h2 id="model-title">{say('model')}</h2>
      <div className="field">
        <label htmlFor="model-file">{say('modelFile')}</label>
        <input
          id="model-file"
          type="file"
          onChange={(event) => {
            setFile(event.target.files?.[0] ?? null)
            setDrawn(null)
          }}
        />
      </div>
      <div className="field">
        <label htmlFor="model-name">{say('modelTitle')}</label>
        <input
          id="model-name"
          value={title}
          autoComplete="off"
          placeholder={say('optional')}
          onChange={(event) => setTitle(event.target.value)}
        />
      </div>
      <div className="field">
        <label htmlFor="model-product">{say('modelProduct')}</label>
        <input
          id="model-product"
          value={product}
          autoComplete="off"
          placeholder={say('modelProductHelp')}
          onChange={(event) => setProduct(event.target.value)}
        />
      </div>
      {(Object.keys(choices) as Choice[]).map((name) => (
        <div className="field" key={name}>
          <label htmlFor={`model-${name}`}>{say(name)}</label>
          <select
            id={`model-${name}`}
            value={chosen[name] ?? ''}
            onChange={(event) => setChosen({ ...chosen, [name]: event.target.value })}
          >
            <option value="">{say('asTheFileSays')}</option>
            {Object.entries(choices[name]).map(([value, text]) => (
              <option key={value} value={value}>
                {say(text)}
              </option>
            ))}
          </select>
        </div>
      ))}
      <Refused failure={failure} />
      <div className="buttons">
        <button type="button" className="primary" aria-disabled={busy || file === null} onClick={read}>
          {say('readModel')}
        </button>
      </div>
      <div role="status">
        {drawn && (
          <>
            <p>
              {say('modelRead', {
                format: drawn.format,
                counts: Object.entries(drawn.counts)
                  .map(([what, count]) => `${count} ${what}`)
                  .join(', '),
              })}
            </p>
            <Told title={say('notices')} lines={drawn.findings.map(({ message }) => message)} />
          </>
        )}
      </div>
      {drawn && mayWrite && (
        <div className="buttons">
          <button type="button" onClick={() => onSheet(drawn.sheet)}>
            {say('toSheet')}
          </button>
        </div>
      )}
    </section>
  )
}
