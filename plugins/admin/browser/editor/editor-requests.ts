// Server requests of the editors: the vocabulary, and checks of typed text after a pause.
import { queryOptions } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { EditorVocabulary } from '../../api/editor/shape.js'
import { requestBody } from '../base/api.js'
import type { EditorLocation } from './editor-product.js'

export const vocabularyQuery = ({ entity, owner }: EditorLocation) =>
  queryOptions({
    queryKey: ['editor', entity, owner],
    // A question added elsewhere should appear soon.
    staleTime: 5_000,
    queryFn: ({ signal }) => requestBody<EditorVocabulary>('GET', `editor/${entity}/vocabulary?owner=${owner}`, { signal }),
  })

/** The value after it has not changed for this many milliseconds. */
export function useDebouncedValue<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
