// The pictures of the gallery, by number. Captions are `pictures.caption.<number>` in the dictionaries.

/** A room before and after the work. */
export const pairs = [
  { key: 'kitchen', before: '01', after: '02' },
  { key: 'bathroom', before: '03', after: '04' },
];

export const singles = ['05', '06', '07', '08', '09', '10', '11', '12', '13', '14'];

export const pictureName = (number: string) => `gallery-${number}`;
