package main
import ("fmt";"time";"gitmem/memfile/guard";"strings")
func main(){
 clean := "- Use pnpm, never npm, in this repository.\n- Run `make lint` before a commit; it takes twenty seconds.\n- The token service caches keys for 5 minutes (see docs/auth.md).\n- Ask before a push to main.\n"
 for i:=0;i<4;i++{ t0:=time.Now(); guard.Scan(clean,guard.Resident,guard.Options{Actor:"tool"}); fmt.Println(len(clean),time.Since(t0)) }
 for i:=0;i<2;i++{ t0:=time.Now(); guard.Scan(strings.Repeat(clean,10),guard.Resident,guard.Options{Actor:"tool"}); fmt.Println(time.Since(t0)) }
 t0:=time.Now(); guard.Scan("é "+clean,guard.Resident,guard.Options{Actor:"tool"}); fmt.Println("nonascii",time.Since(t0))
}
