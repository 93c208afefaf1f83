// Whether there is anything to pay: then a way of paying is asked for.

/** True where money is due, now or again and again; amounts are those of a price or of a record alike. */
export const costsMoney = (gross: number | null, recurring: number | null): boolean => (gross ?? 0) > 0 || (recurring ?? 0) > 0
