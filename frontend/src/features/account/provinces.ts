// The provinces of Spain as the first two digits of a postcode number them, from 01 on.

const provinces = [
  'Araba/Álava', 'Albacete', 'Alacant/Alicante', 'Almería', 'Ávila', 'Badajoz', 'Illes Balears', 'Barcelona', 'Burgos',
  'Cáceres', 'Cádiz', 'Castelló/Castellón', 'Ciudad Real', 'Córdoba', 'A Coruña', 'Cuenca', 'Girona', 'Granada',
  'Guadalajara', 'Gipuzkoa', 'Huelva', 'Huesca', 'Jaén', 'León', 'Lleida', 'La Rioja', 'Lugo', 'Madrid', 'Málaga',
  'Murcia', 'Navarra', 'Ourense', 'Asturias', 'Palencia', 'Las Palmas', 'Pontevedra', 'Salamanca',
  'Santa Cruz de Tenerife', 'Cantabria', 'Segovia', 'Sevilla', 'Soria', 'Tarragona', 'Teruel', 'Toledo',
  'València/Valencia', 'Valladolid', 'Bizkaia', 'Zamora', 'Zaragoza', 'Ceuta', 'Melilla',
];

/** The province of a postcode, as soon as two of its digits are there. */
export function provinceOf(postcode: string): string | undefined {
  const digits = /^\s*([0-9]{2})[0-9]{0,3}\s*$/.exec(postcode)?.[1];
  return digits === undefined ? undefined : provinces[Number(digits) - 1];
}
