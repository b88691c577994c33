// The pages for reaching the firm, as one piece of code.

export { default as Contact } from './contact';
export { default as Quote } from './quote';
