export default function AdminDraw() {
  return <main><h1>AdminDraw</h1></main>
}
