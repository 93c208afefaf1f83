// Where the admin lies: whatever it asks for and each of its screens has an address below this one.

const mark = '/svc-admin/'

/** The path of the admin with a slash at the end, whatever stands in front of it: `/shop/svc-admin/`. */
export const root = `${location.pathname}/`.slice(0, `${location.pathname}/`.indexOf(mark) + mark.length)

/** The REST API beside it, as a person would call it. */
export const restRoot = `${location.origin}${root.slice(0, -mark.length)}/svc-api/v1`
