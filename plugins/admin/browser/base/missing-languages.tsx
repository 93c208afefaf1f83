// The mark of a record whose texts are missing in some languages.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '../wording/text.js'
import { sessionQuery } from './queries.js'

export function MissingLanguages({ tags }: { readonly tags: readonly string[] }): ReactNode {
  const { data: session } = useQuery(sessionQuery)
  const names = tags.map((tag) => session?.languages.find((language) => language.tag === tag)?.label ?? tag)
  const text = t('textsLacking', { languages: names.join(', ') })
  return (
    <span className="lacks-texts" title={text}>
      <span aria-hidden="true">{tags.map((tag) => tag.split('-')[0]!.toUpperCase()).join(' ')}</span>
      <span className="hidden"> ({text})</span>
    </span>
  )
}
