// How editors ask the server: for what may be named, and for judgements of what is typed once the hand rests.
import { queryOptions } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { EditorVocabulary } from '../../transport/editor/shape.js'
import { ask } from '../ground/api.js'
import type { EditorPlace } from './product.js'

export const vocabularyQuery = ({ entity, owner }: EditorPlace) =>
  queryOptions({
    queryKey: ['editor', entity, owner],
    // A question that was made beside the form is to be offered.
    staleTime: 5_000,
    queryFn: ({ signal }) => ask<EditorVocabulary>('GET', `editor/${entity}/vocabulary?owner=${owner}`, { signal }),
  })

/** The value as it was when it last stood still for so many milliseconds. */
export function useSettled<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
